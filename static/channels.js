// Adding this browser as a channel: it is asked for its permission, and what it answers is sent as a form.
"use strict";

async function subscribe(form) {
  if (await Notification.requestPermission() !== "granted") throw new Error("no permission");
  await navigator.serviceWorker.register(form.dataset.worker);
  const registration = await new Promise((resolve) => {
    const look = async () => {
      const found = await navigator.serviceWorker.getRegistration(form.dataset.worker);
      if (found?.active) resolve(found); else setTimeout(look, 100);
    };
    look();
  });
  await (await registration.pushManager.getSubscription())?.unsubscribe();  // it may be for an older key
  const found = await registration.pushManager.subscribe({
    userVisibleOnly: true, applicationServerKey: form.dataset.key,
  });
  form.elements.subscription.value = JSON.stringify(found);
  form.submit();
}

for (const form of document.querySelectorAll("form[data-worker]")) {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) continue;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.querySelector("[data-denied]").hidden = true;
    subscribe(form).catch(() => { form.querySelector("[data-denied]").hidden = false; });
  });
}
