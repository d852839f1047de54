-- A database of the release before clocks could rest: written by that release and never changed since.
BEGIN TRANSACTION;
CREATE TABLE address_change (
	player_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	old_confirmed BOOLEAN NOT NULL, 
	new_confirmed BOOLEAN NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_address_change PRIMARY KEY (player_id), 
	CONSTRAINT fk_address_change_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE attempt (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_attempt PRIMARY KEY (id)
);
INSERT INTO "attempt" VALUES(1,'invitation/address:ben@example.org','2026-11-13 08:08:00.000000');
INSERT INTO "attempt" VALUES(2,'invitation/network:net','2026-11-13 08:08:00.000000');
INSERT INTO "attempt" VALUES(3,'invitation/all','2026-11-13 08:08:00.000000');
INSERT INTO "attempt" VALUES(4,'invitation/address:cho@example.org','2026-11-13 17:58:00.000000');
INSERT INTO "attempt" VALUES(5,'invitation/network:net','2026-11-13 17:58:00.000000');
INSERT INTO "attempt" VALUES(6,'invitation/all','2026-11-13 17:58:00.000000');
CREATE TABLE decision (
	match_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	asked INTEGER NOT NULL, 
	since DATETIME NOT NULL, 
	due_at DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, 
	CONSTRAINT pk_decision PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_decision_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "decision" VALUES('f5ppvcqq3sgb',1,'follow',27,'2026-11-13 07:27:00.000000','2026-11-14 07:27:00.000000',0);
INSERT INTO "decision" VALUES('7pvmeg2nd7c9',1,'bid',34,'2026-11-13 09:39:00.000000','2026-11-14 09:39:00.000000',0);
INSERT INTO "decision" VALUES('ca7zqp2z22ch',1,'turn',43,'2026-11-13 09:39:00.000000','2026-11-14 09:39:00.000000',0);
INSERT INTO "decision" VALUES('9mvemuwz2f3m',1,'lead',16,'2026-11-13 17:58:00.000000','2026-11-14 17:58:00.000000',0);
CREATE TABLE event (
	match_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	move VARCHAR, 
	"by" VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	chance JSON NOT NULL, 
	detail JSON NOT NULL, 
	rules INTEGER NOT NULL, 
	fingerprint VARCHAR NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_event_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event" VALUES('7pvmeg2nd7c9',0,'start',NULL,NULL,'service','2026-11-01 12:00:00.000000','{"first": 1, "deck/1": ["4", "2", "2", "5", "5", "1", "5", "1", "5", "1", "3", "4", "1", "2", "J", "2", "4", "2", "1", "3", "1", "2", "4", "1", "4", "J", "5", "J", "3", "4", "3", "3", "3", "2", "3", "1", "4", "J", "5", "1", "3", "3", "5", "J", "4", "J", "4", "2", "2", "1", "J", "5", "5", "3", "3", "5", "1", "4", "3", "1", "5", "3", "1", "3", "5", "J", "2", "4", "J", "J", "4", "J", "2", "1", "J", "4", "2", "2", "5", "2", "4", "J", "4", "J", "J", "2", "5", "3", "1", "5"]}','{"game": "katzenjammer-blues", "options": {"games": 1}, "players": [{"player": 1, "bot": false}, {"player": 2, "bot": false}, {"player": null, "bot": true}], "phrases": ["old phrase", "ben''s phrase", ""], "pace": {"allowance": 86400}}',1,'b956e6759bacb747f6336da4512460a1d244f5489a02140e3b2c099a43a9d5b4');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',1,'move',3,'bid 1x1','bot','2026-11-01 12:31:00.000000','{}','{}',1,'0d46fc683d6d6fa41e4cc946b383c66cdea7789d6a3d36fd6f849529524bf28f');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',2,'move',1,'bid 3mix','player','2026-11-01 13:10:00.000000','{}','{}',1,'cfea0ab98a49065edc918996a5eea3a575ea535c6c99b3d8fb5994b0616d59c5');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',3,'move',2,'bid 3x2','player','2026-11-01 14:12:00.000000','{}','{}',1,'60090db02668541bfa550a6a325760650337818bd7d99b6afcbf6943c79765d9');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',4,'move',3,'pass','bot','2026-11-01 14:15:00.000000','{}','{}',1,'382edea1eebabc507f208c1122b54295b4ce3e4ac83f7127060526f5aedae592');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',5,'move',1,'bid 5mix','player','2026-11-01 15:07:00.000000','{}','{}',1,'4825c76c7c5332398d7d1b6102c64acc6276cd25da150a456792f9c28a7cb851');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',6,'move',2,'pass','player','2026-11-01 15:15:00.000000','{}','{}',1,'3da2a9c8eca390a50a6720f8062c20f3ffafd8dcdf9778150f5fe67b0b43ed82');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',7,'move',1,'settle 12345','player','2026-11-01 15:51:00.000000','{}','{}',1,'fa0ae4c57a060f0c412adb2541fcdef16a205691178ecf8aa4bb29ea31f444a4');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',8,'move',2,'pass','player','2026-11-01 16:25:00.000000','{}','{}',1,'2f407ec9563ae773f6d2b7d34b6e6a84d1b51f3b455c6da3edffb7f0f7f157a9');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',9,'move',3,'bid 1x2','bot','2026-11-01 16:29:00.000000','{}','{}',1,'ade17d96e13b89da3aca7e0f816e132a67eb1bef9a1a4d007a4817204e8d1122');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',10,'move',1,'bid 2x1','player','2026-11-01 17:52:00.000000','{}','{}',1,'4768024c384fe161c2deecd5c5b22a3adae0382a35035427cb858a77ac04ee9f');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',11,'move',3,'bid 2x5','bot','2026-11-01 18:17:00.000000','{}','{}',1,'2411475ff7128a72a4be1166789c72bed7fdaefe27293e2b04c938ec99047361');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',12,'move',1,'pass','player','2026-11-01 18:39:00.000000','{}','{}',1,'441f757f37b141851ef45a1522db112052d9436ea26c145bbc072b1b0953c9a4');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',13,'move',3,'settle 55','bot','2026-11-01 18:51:00.000000','{}','{}',1,'65abc276eb7999628f6fccbbc219f95f9bfb126ad18c9210f66b7d7bcea19e6f');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',14,'move',1,'bid 3mix','player','2026-11-01 20:09:00.000000','{}','{}',1,'9d26e364123274d162fa48897df1748e04598614a7a467555ee9d04c3b41d5bd');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',15,'move',2,'bid 3x5','player','2026-11-01 21:14:00.000000','{}','{}',1,'a9459fb3fbcc2bc5711a32f9a1a4d049097309e883fc2623fe1b3ceb970a46a1');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',16,'move',3,'pass','bot','2026-11-01 22:15:00.000000','{}','{}',1,'19b9015ef8b898c06e04204dbcf3cb01a3969dd337ab0c3d2b4c10a0477bed5f');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',17,'move',1,'pass','player','2026-11-01 22:51:00.000000','{}','{}',1,'e3730f0e961b25060d93c5d35501fc2fac4c55c39e76595b316acb2954088eb8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',0,'start',NULL,NULL,'service','2026-11-01 22:51:00.000000','{"first": 1, "deck/1": ["2", "J", "3", "4", "4", "J", "2", "2", "5", "J", "1", "J", "5", "5", "4", "4", "3", "3", "5", "5", "2", "5", "3", "1", "1", "2", "5", "5", "J", "1", "1", "2", "4", "3", "3", "4", "1", "4", "3", "J", "J", "1", "5", "2", "4", "1", "4", "3", "4", "J", "1", "2", "4", "2", "5", "5", "J", "J", "5", "3", "3", "5", "3", "1", "J", "1", "3", "2", "J", "J", "2", "2", "1", "2", "1", "4", "5", "4", "2", "2", "3", "J", "5", "4", "3", "J", "4", "1", "3", "1"]}','{"game": "katzenjammer-blues", "options": {"games": 1}, "players": [{"player": 1, "bot": false}, {"player": 2, "bot": false}, {"player": null, "bot": true}], "phrases": ["old phrase", "ben''s phrase", ""], "pace": {"allowance": 86400}}',1,'aa49dbc43783db293235d9a149b0f275347317c1f8399dc7670714cb2ae6b204');
INSERT INTO "event" VALUES('cqgbc4fetsg9',1,'move',3,'bid 1x2','bot','2026-11-01 22:52:00.000000','{}','{}',1,'a62c3b14201570deceeb21e5ecfcc6492d06a1c97d693f2cfe06d3b98f56efc6');
INSERT INTO "event" VALUES('cqgbc4fetsg9',2,'move',1,'bid 2x1','player','2026-11-01 23:30:00.000000','{}','{}',1,'c0dd6fd1dd690f7802a7a1c73e6d9db82a932c38ee584cc122a896fe51fbb33c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',3,'move',2,'bid 3x4','player','2026-11-02 00:36:00.000000','{}','{}',1,'1d0e51257be6297b03bc6f397a8b7b4efdb4d617b6c949e0368ae188c64864a0');
INSERT INTO "event" VALUES('cqgbc4fetsg9',4,'move',3,'pass','bot','2026-11-02 01:53:00.000000','{}','{}',1,'eb7b48625c43bc107fbf044287ff5bad691c7659f9816e5b5ce97c16894a73f5');
INSERT INTO "event" VALUES('cqgbc4fetsg9',5,'move',1,'bid 4mix','player','2026-11-02 02:30:00.000000','{}','{}',1,'22fb301307e256c4086e1cbe48c7e16a8bb7ee8ecbebbc0ba2ee6619ccc7c5a6');
INSERT INTO "event" VALUES('cqgbc4fetsg9',6,'move',2,'bid 4x3','player','2026-11-02 03:00:00.000000','{}','{}',1,'5e204488295bf54e2e15f868eb8efaed248892e71bb8a0ba3ba1e5c3ca36caee');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',18,'move',2,'settle 5JJ','deadline','2026-11-03 03:00:00.000000','{}','{}',1,'5df31e0feaa7871bd6dcfea47ea802575171b6e653c7a1a1e09f0e16f01ca435');
INSERT INTO "event" VALUES('cqgbc4fetsg9',7,'move',1,'pass','deadline','2026-11-03 03:00:00.000000','{}','{}',1,'41793be0928677e48cbc2b234628850351db6ba56802890fa0c54a4a39438a0d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',8,'move',2,'settle 33JJ','player','2026-11-03 04:21:00.000000','{}','{}',1,'f0912de63ef87eb871f54a5b6bc4ac2c75ccc22ca4e8a7733f5dbeedf2f213d8');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',19,'move',3,'bid 1x1','bot','2026-11-03 05:05:00.000000','{}','{}',1,'c29c108dea158acb8c66ec0380af712e8e62e2b7763aea07dcfb7794783d3fe0');
INSERT INTO "event" VALUES('cqgbc4fetsg9',9,'move',3,'bid 1x4','bot','2026-11-03 05:05:00.000000','{}','{}',1,'dff52cdf404573e1e668757fddcfafba241076db607cad4afbe49e0f8a76264c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',10,'move',1,'bid 2x2','player','2026-11-03 05:24:00.000000','{}','{}',1,'cfa061bc68a62d5e25eb8f388ac67b42642d5df264ccb8bf3b0604308af0c63c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',11,'move',2,'bid 2x5','player','2026-11-03 05:33:00.000000','{}','{}',1,'e12caaacca6e34100d77bdf8d9155446a9f331a4f8e0f46e5a217202fa5c516c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',12,'move',3,'bid 3x2','bot','2026-11-03 06:55:00.000000','{}','{}',1,'ce07a5e6161843797be8f79270e8dd726e9273308e60c2281a230cc22c999cb7');
INSERT INTO "event" VALUES('cqgbc4fetsg9',13,'move',1,'bid 4mix','player','2026-11-03 08:16:00.000000','{}','{}',1,'ffd72a70af0a53b27013579a6046921aafb87b008b46bdc0aa2e97bfa491a012');
INSERT INTO "event" VALUES('cqgbc4fetsg9',14,'move',2,'pass','player','2026-11-03 09:02:00.000000','{}','{}',1,'4b8a3a5a6a69c1cc5f06e0094cc09bd5e63cd7d2f41cf18a60d2543f608d90ca');
INSERT INTO "event" VALUES('cqgbc4fetsg9',15,'move',3,'pass','bot','2026-11-03 10:24:00.000000','{}','{}',1,'8cdca2c4b91278bf36d94402987ddd5e449092181616c237cb1851e6d684f68c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',16,'move',1,'settle 135J','player','2026-11-03 11:36:00.000000','{}','{}',1,'85eb41942c5d7c738324d261164e37ea7e1fa155c09ce4c454cb60ae0575e5bc');
INSERT INTO "event" VALUES('cqgbc4fetsg9',17,'move',2,'pass','player','2026-11-03 11:49:00.000000','{}','{}',1,'af423bd53b8895c60c0c15e60a5da432e5dcf5358af160dc71ec38f9301e29f8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',18,'move',3,'bid 1x2','bot','2026-11-03 12:19:00.000000','{}','{}',1,'ade3930d11cbc7b38ee1806e3261878264c0c88fccad468dffbdcec7b40d2f2d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',19,'move',1,'pass','player','2026-11-03 12:55:00.000000','{}','{}',1,'2a742c704b54fc1cc54fabe5496280be186ed2b3f73364cdaf6ab2a466c60ccc');
INSERT INTO "event" VALUES('cqgbc4fetsg9',20,'move',3,'settle 2 555J','bot','2026-11-03 13:26:00.000000','{}','{}',1,'3331cb139af05929b9917d4bfb533996105388d75bac74d70e31e44f01dca468');
INSERT INTO "event" VALUES('cqgbc4fetsg9',21,'move',1,'bid 1x3','player','2026-11-03 13:42:00.000000','{}','{}',1,'71640a126457ee4f808ed6239f0e9c4b1d3225401293424467627af21757b60c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',22,'move',2,'bid 1x4','player','2026-11-03 14:20:00.000000','{}','{}',1,'46bbebdfc597039678a86b21cf5155b6e1d27e20401f8fbf85b96491ce7b936e');
INSERT INTO "event" VALUES('cqgbc4fetsg9',23,'move',3,'pass','bot','2026-11-03 15:06:00.000000','{}','{}',1,'ec5700abf8175b2b7a9a746282b7ea98a433edbd4e1c4afd90cd6d4c34abdb6b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',24,'move',1,'bid 3mix','player','2026-11-03 15:17:00.000000','{}','{}',1,'2a2876ac3bb388de0996e1bcc28323b60e9f7f1a4e401208a00220b1590611a2');
INSERT INTO "event" VALUES('cqgbc4fetsg9',25,'move',2,'bid 3x5','player','2026-11-03 16:44:00.000000','{}','{}',1,'ff7274cb0e5f286d44b05a358b06fe9997516b5889ada7a4a8576011c42095e4');
INSERT INTO "event" VALUES('cqgbc4fetsg9',26,'move',1,'bid 4mix','player','2026-11-03 17:26:00.000000','{}','{}',1,'656f8e9fe99f757634246298400bc8d55f26bc881b4f71eaf7b09e82dfa8d550');
INSERT INTO "event" VALUES('cqgbc4fetsg9',27,'move',2,'pass','player','2026-11-03 18:50:00.000000','{}','{}',1,'d0146d9aa5c00c0a3c6597e9dfc2dda0f1e54603529afb7ba6669c2d782a918d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',28,'move',1,'settle 1345','player','2026-11-03 19:28:00.000000','{}','{}',1,'fa2bfdc6a8f028381be783d8a4fdf6d608b5e1a63b307a14fec3d5dc1c07eecd');
INSERT INTO "event" VALUES('cqgbc4fetsg9',29,'move',2,'bid 3x5','player','2026-11-03 20:06:00.000000','{}','{}',1,'0333d73c765aaf954e124c2c360b1fdb7a8556c04dc9505ee5908eefa5ba8f2c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',30,'move',3,'pass','bot','2026-11-03 21:23:00.000000','{}','{}',1,'ab4a5dfe54a4e1d5e4b688a1703f346077d117b23f168c1a4afa27220405d07a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',31,'move',1,'pass','player','2026-11-03 21:44:00.000000','{}','{}',1,'2cba9a6ec4b86ceddf385b932181ee9c327f44c877f81a749002f55f594b0099');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',20,'move',1,'pass','deadline','2026-11-04 21:44:00.000000','{}','{}',1,'086ba2e012fd942617d559d09fb04d562b98ffbf04684371838caaeaa242927a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',32,'move',2,'settle 555','deadline','2026-11-04 21:44:00.000000','{}','{}',1,'8543ebf79778448ddfc0fbecd05b1da1114261b6726879f92864d661d51d802a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',33,'move',3,'bid 1x2','bot','2026-11-04 22:06:00.000000','{}','{}',1,'3a3f6004f7275277d34e9953b97fd75a42dd600275315adb5d1947a4912132e5');
INSERT INTO "event" VALUES('cqgbc4fetsg9',34,'move',1,'bid 2x2','player','2026-11-04 22:53:00.000000','{}','{}',1,'87649ab7c4882bbc9790a176adbda280f1753a2e9e5854dbb6b7e2bc10db368d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',35,'move',2,'pass','player','2026-11-04 23:31:00.000000','{}','{}',1,'41250268b57da83ceeb17fc0f1ec9591ec692f548cc1ceb8cd279cbcef203507');
INSERT INTO "event" VALUES('cqgbc4fetsg9',36,'move',3,'bid 3x2','bot','2026-11-04 23:58:00.000000','{}','{}',1,'a65955f38b0d1b11ca3b3629c665f515b527e3b7052df343e9f45f6a0ff6e77d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',37,'move',1,'pass','player','2026-11-05 00:53:00.000000','{}','{}',1,'c658bc16315739b47d8d3244f66ed9dfc76e54e1d27b95e6041f313b0651d669');
INSERT INTO "event" VALUES('cqgbc4fetsg9',38,'move',3,'settle 222 4444','bot','2026-11-05 01:01:00.000000','{}','{}',1,'77f287cfc5e3dd16b4dba50649d2e571b17c4801a0deba37f361b0c992033ba1');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',21,'move',2,'pass','deadline','2026-11-06 01:01:00.000000','{}','{}',1,'f35e1f31af3c69fb394279eeebbfc08d8a0d3b541956831b38ccf63d43d0c7b8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',39,'move',1,'pass','deadline','2026-11-06 01:01:00.000000','{}','{}',1,'7ce8d8b104469c519cdc9b1835a61a0523071d70d017105b9722ea1256b23ac5');
INSERT INTO "event" VALUES('cqgbc4fetsg9',40,'move',2,'bid 1x4','player','2026-11-06 01:23:00.000000','{}','{}',1,'fd160ab9a03b39b1b690662ce8adcef9e282f2af96ef1ba8301a552f424a2e25');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',22,'move',3,'settle 1','bot','2026-11-06 02:41:00.000000','{}','{}',1,'a07760e3d38f5312a9108a927d4a051620706e96d09c6273fca879c299b82f85');
INSERT INTO "event" VALUES('cqgbc4fetsg9',41,'move',3,'pass','bot','2026-11-06 02:41:00.000000','{}','{}',1,'275ef17e6e1419f93c56bab549ee4aab822c946339bc1f7bea5b1ce856ea319b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',42,'move',2,'settle 4','player','2026-11-06 02:47:00.000000','{}','{}',1,'3236a815d78cbaed4750a2dd9d3ef30116b0d3d532ceed7c8e67be4bdeab5560');
INSERT INTO "event" VALUES('cqgbc4fetsg9',43,'move',3,'bid 1x1','bot','2026-11-06 03:29:00.000000','{}','{}',1,'f2351880d90b7c7adba64c77017bf765778dcddd2b343c8581a780f7222e8eda');
INSERT INTO "event" VALUES('cqgbc4fetsg9',44,'move',1,'pass','player','2026-11-06 03:34:00.000000','{}','{}',1,'d801101db0d4452c8eca18bf598ff79bd37d971998b50d814a5231fc1462ae74');
INSERT INTO "event" VALUES('cqgbc4fetsg9',45,'move',2,'bid 2x3','player','2026-11-06 04:12:00.000000','{}','{}',1,'f219b84197177b8c9a1fa4c9cfc8ba896ee9b1e39835b5ca2e090f3451938939');
INSERT INTO "event" VALUES('cqgbc4fetsg9',46,'move',3,'pass','bot','2026-11-06 05:36:00.000000','{}','{}',1,'b95ec69d2adc177ac924e15bcea3d69170be9261f937b782bfde0924a337a39b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',47,'move',2,'settle 33 111J','player','2026-11-06 06:02:00.000000','{}','{}',1,'498e794754ad41e8ccd5155988c18c3becb27f5fdd97071fe5c1421de6538337');
INSERT INTO "event" VALUES('cqgbc4fetsg9',48,'move',3,'bid 1x1','bot','2026-11-06 06:59:00.000000','{}','{}',1,'43cdf4d45f5bd72625af640f0b6c98a8c4616d85c3b6ae729e991c8252a0f034');
INSERT INTO "event" VALUES('cqgbc4fetsg9',49,'move',1,'bid 2x3','player','2026-11-06 07:52:00.000000','{}','{}',1,'052d779122c2bc3b7b49aa59bc16150181f6fd9bc1f7567f11d9997cff546024');
INSERT INTO "event" VALUES('cqgbc4fetsg9',50,'move',2,'bid 4x4','player','2026-11-06 08:46:00.000000','{}','{}',1,'c7abb7f64786a18847d2f78279b40e5af267b4875c3cfa5127b1c6d45a35a1ea');
INSERT INTO "event" VALUES('cqgbc4fetsg9',51,'move',3,'pass','forced','2026-11-06 08:46:00.000000','{}','{}',1,'6a31ba48404c0bc6727f32bb8679ccf146b517d289f71175b5dd27f3381489f3');
INSERT INTO "event" VALUES('cqgbc4fetsg9',52,'move',1,'bid 5x2','player','2026-11-06 09:14:00.000000','{}','{}',1,'4c43f5b2ae8bad54b61fefac3d8d7378ed8c5cc1c498ed0f4a2d4952ee4a82be');
INSERT INTO "event" VALUES('cqgbc4fetsg9',53,'move',2,'pass','player','2026-11-06 09:19:00.000000','{}','{}',1,'23df85432b17af9311c91bf29bf3c1c9897f69d447f735d8ca077c4c73c1236a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',54,'move',1,'settle 222JJ','player','2026-11-06 10:27:00.000000','{}','{}',1,'ff7442c39672588ca9b8de6c4debe73be5eb27feebab50c37212f2903d4299e4');
INSERT INTO "event" VALUES('cqgbc4fetsg9',55,'move',2,'bid 1x4','player','2026-11-06 11:21:00.000000','{}','{}',1,'c33c0cb689ac16e1567a3d6c9708e687561b1e15d1f64bac9182be88e57650ad');
INSERT INTO "event" VALUES('cqgbc4fetsg9',56,'move',3,'bid 2x1','bot','2026-11-06 12:03:00.000000','{}','{}',1,'c217fa011a6b2990a1e1a0ec7f6a57b6da5cdc74337d541f28d701f5ee957c16');
INSERT INTO "event" VALUES('cqgbc4fetsg9',57,'move',1,'bid 3mix','player','2026-11-06 12:10:00.000000','{}','{}',1,'ee1544e56d682d1ac37d721ea3a3f67db3a320977b4fb47627d5501346fa2e42');
INSERT INTO "event" VALUES('cqgbc4fetsg9',58,'move',2,'pass','player','2026-11-06 13:23:00.000000','{}','{}',1,'4e1f1470aa1deed1b395838b68afa75d48499f47be96302381552a9bdff79ba2');
INSERT INTO "event" VALUES('cqgbc4fetsg9',59,'move',3,'pass','bot','2026-11-06 14:15:00.000000','{}','{}',1,'22fe22ccd5b5c08b0a02770d24b5e304d59d27a4081da066f55402fb2d8bc052');
INSERT INTO "event" VALUES('cqgbc4fetsg9',60,'move',1,'settle 134','player','2026-11-06 15:39:00.000000','{}','{}',1,'a1d54bd14968d700bdbc3733428f20cc5475f09e8a96d7229952a2b3a8c89ec3');
INSERT INTO "event" VALUES('cqgbc4fetsg9',61,'move',2,'bid 2x2','player','2026-11-06 16:43:00.000000','{}','{}',1,'62dbcb477505d711c66e4c4fd596c82e9a9485beb18a72566b87a54b4d77ce8b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',62,'move',3,'pass','bot','2026-11-06 17:10:00.000000','{}','{}',1,'7dba3b4c818429439b9e2b0d3d79d7f288f05a2781cd6f9c4ce6f225431b25ca');
INSERT INTO "event" VALUES('cqgbc4fetsg9',63,'move',1,'bid 2x5','player','2026-11-06 18:24:00.000000','{}','{}',1,'e5677f9904336b93bf881e3e6108e44d0be8a626e92ee882a577d240d2c40784');
INSERT INTO "event" VALUES('cqgbc4fetsg9',64,'move',2,'bid 4x4','player','2026-11-06 19:08:00.000000','{}','{}',1,'f716e53788ce5517302807066f7cf64731cadc66b9fd6251adc3d9884f4cb98b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',65,'move',1,'pass','player','2026-11-06 20:31:00.000000','{}','{}',1,'36258c4e58d5686cc0ab4872b4fb575464591f1bc01cc700ae0c92baebcaf29a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',66,'move',2,'settle 444J','player','2026-11-06 21:39:00.000000','{}','{}',1,'bd9c7ad618d8b92bbe62ddef49d6f8e3dd35a9ba6d267d463f5d132446aa4aef');
INSERT INTO "event" VALUES('cqgbc4fetsg9',67,'move',3,'bid 1x1','bot','2026-11-06 22:23:00.000000','{}','{}',1,'f9929e79c1c5fe0f74d224a33ced6982eaf4680b8b40112e3c253a3ea538b3a0');
INSERT INTO "event" VALUES('cqgbc4fetsg9',68,'move',1,'bid 1x3','player','2026-11-06 23:14:00.000000','{}','{}',1,'4cc5c27473116476221b995f8cc8283766eef8a8f69dc6a270d40cbcd53934dd');
INSERT INTO "event" VALUES('cqgbc4fetsg9',69,'move',2,'bid 2x2','player','2026-11-06 23:50:00.000000','{}','{}',1,'2c6e0d10ad2a1103b40e600a9eecc851e13d9ab101b58e156ac3635f51fabd82');
INSERT INTO "event" VALUES('cqgbc4fetsg9',70,'move',3,'bid 2x5','bot','2026-11-06 23:56:00.000000','{}','{}',1,'1f2c0eb1511c3a640e06fba66983d02e9383fce6b86e88e1a474eb903472075e');
INSERT INTO "event" VALUES('cqgbc4fetsg9',71,'move',1,'bid 3x5','player','2026-11-07 00:47:00.000000','{}','{}',1,'35e77de649cf7aab42d7a17ccd308624e61ff59d76a5a93f02bd53363d21b407');
INSERT INTO "event" VALUES('cqgbc4fetsg9',72,'move',2,'bid 4mix','player','2026-11-07 01:22:00.000000','{}','{}',1,'6bb53b9dffb071580fd14509f559af08728c958519f0c0ffc6e1246d60beb00e');
INSERT INTO "event" VALUES('cqgbc4fetsg9',73,'move',3,'pass','bot','2026-11-07 01:44:00.000000','{}','{}',1,'6d0ba7e82fd92ea9b29ea53fb163226f1ce2b72e0cb8ebc9d5eeacec6ce6f78e');
INSERT INTO "event" VALUES('cqgbc4fetsg9',74,'move',1,'pass','player','2026-11-07 03:13:00.000000','{}','{}',1,'73a0f1f9e3ad02c2905dc47ee827b9660672b08df7871857c72c5e02b82977c8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',75,'move',2,'settle 234J','player','2026-11-07 04:05:00.000000','{}','{}',1,'1f3b4527036a4dc5bfe55c226058a4a163a677c4048ac045c2bfe89d16037ffa');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',23,'move',1,'pass','deadline','2026-11-07 04:06:00.000000','{}','{}',1,'0b76888ead6001ec3066404a335e1836809b018c93b0e25472fcb6bd676c249b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',76,'move',3,'bid 1x1','bot','2026-11-07 04:06:00.000000','{}','{}',1,'6a5b2e745c97db0c2fe216d23c070bfd60a00b03405451375024a41fdf53b359');
INSERT INTO "event" VALUES('cqgbc4fetsg9',77,'move',1,'bid 1x2','player','2026-11-07 04:34:00.000000','{}','{}',1,'c416655ba9aeb06af420c26342da916408946ae5a19baeeacc9aa0ffe755382f');
INSERT INTO "event" VALUES('cqgbc4fetsg9',78,'move',2,'bid 1x3','player','2026-11-07 05:53:00.000000','{}','{}',1,'96879dfe2955f984e2645352f5495dbdfc8cc2f0d1e58e27217b76f178c0ae12');
INSERT INTO "event" VALUES('cqgbc4fetsg9',79,'move',3,'bid 2x1','bot','2026-11-07 06:44:00.000000','{}','{}',1,'928afea6900c30c01f0ed8acc0ddd8a1fb49d02e70dc66a75eb4226e6f7320e0');
INSERT INTO "event" VALUES('cqgbc4fetsg9',80,'move',1,'pass','player','2026-11-07 07:33:00.000000','{}','{}',1,'9470f131d3e08aaa161af46d100723e55fab4642899e31de265393665dbc1e5e');
INSERT INTO "event" VALUES('cqgbc4fetsg9',81,'move',2,'bid 2x3','player','2026-11-07 07:40:00.000000','{}','{}',1,'b1e587b8e5f132a781723dd28a20d3cc84f6c411771ae7edd41a2ae09cf8d952');
INSERT INTO "event" VALUES('cqgbc4fetsg9',82,'move',3,'pass','bot','2026-11-07 08:01:00.000000','{}','{}',1,'ee0627063af0f396d4f5ab898c31ada7d88c94a49b2c7320e70378a8c1b41b1a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',83,'move',2,'settle 33','player','2026-11-07 09:27:00.000000','{}','{}',1,'9c8f28ef5f25b61da0baaadc4a8d7a4d55e80c4124bf7e1b428cf8e8851be30d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',84,'move',3,'bid 1x1','bot','2026-11-07 10:35:00.000000','{}','{}',1,'a75a2a46e1e69033b7609b8a3e62a20a99364f217ad34be9fb8d5357f4798e91');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',24,'move',2,'pass','deadline','2026-11-08 10:35:00.000000','{}','{}',1,'b341056d701d56abc9950c4719df559069e79c4cc495ca82b21fc90f9246254b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',85,'move',1,'pass','deadline','2026-11-08 10:35:00.000000','{}','{}',1,'45964cce9979e50435fa13425e592c259fd4a4399f3d72a2453a8236a46d1434');
INSERT INTO "event" VALUES('cqgbc4fetsg9',86,'move',2,'bid 1x3','player','2026-11-08 10:40:00.000000','{}','{}',1,'e2fd6305038b18d1d7924d256235f1010cc109e7f7b17c93e57801b48352ef7a');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',25,'move',3,'bid 1x3','bot','2026-11-08 11:43:00.000000','{}','{}',1,'7f8cb3c06ca6bcd86b724b6f971c222b3c527170bc2c6fec64016b752e2eb67c');
INSERT INTO "event" VALUES('cqgbc4fetsg9',87,'move',3,'bid 2x1','bot','2026-11-08 11:43:00.000000','{}','{}',1,'ab94e5cf101cb702b058f872ae8cf839666fc7493e69480ff794b2ce6261979b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',88,'move',2,'bid 4mix','player','2026-11-08 12:55:00.000000','{}','{}',1,'f19d69d19eff99e61c909b3a8faf4753c733fb7dd3c59e8e97b21c0ce7bf73f6');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',26,'move',3,'settle 3','bot','2026-11-08 13:13:00.000000','{}','{}',1,'97b13d58f98740c75a0cd47cc9c47327cb1ff0861dab5d94ec4731f46621b6c7');
INSERT INTO "event" VALUES('cqgbc4fetsg9',89,'move',3,'pass','bot','2026-11-08 13:13:00.000000','{}','{}',1,'4372eb0497364499026938b821a5186bf4a19641216688bae3a10333942389b9');
INSERT INTO "event" VALUES('cqgbc4fetsg9',90,'move',2,'settle 125J','player','2026-11-08 13:19:00.000000','{}','{}',1,'2b09b5085ba85b1ef020d50899f964017e030984e853ec5649b53997c0e2ff1f');
INSERT INTO "event" VALUES('cqgbc4fetsg9',91,'move',3,'bid 1x1','bot','2026-11-08 13:58:00.000000','{}','{}',1,'420dc0a377e08992ae5a75a83229a5e593fa545444d5473eee9f28a20e6819ec');
INSERT INTO "event" VALUES('cqgbc4fetsg9',92,'move',1,'bid 1x4','player','2026-11-08 14:43:00.000000','{}','{}',1,'ef3d3f51039166883209323bde5334b3c4f3ccc5bdb6f0217c23eee96b59131a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',93,'move',2,'bid 2mix','player','2026-11-08 15:53:00.000000','{}','{}',1,'d13fec991e16b96b40f9f6b3847c0fa4e57708d79df06ff46c805d09f2ee9b73');
INSERT INTO "event" VALUES('cqgbc4fetsg9',94,'move',3,'bid 2x1','bot','2026-11-08 16:33:00.000000','{}','{}',1,'9b91f84645e7b7b0bcdb1cfcc89b893318881eee8ff9a5576781ee1566d56780');
INSERT INTO "event" VALUES('cqgbc4fetsg9',95,'move',1,'bid 4mix','player','2026-11-08 17:23:00.000000','{}','{}',1,'d2d0c7b30acb8cb3e7c0966b7a9ed3fba9a7e29f9df3990963d3a0afb4d7ae70');
INSERT INTO "event" VALUES('cqgbc4fetsg9',96,'move',2,'pass','forced','2026-11-08 17:23:00.000000','{}','{}',1,'ec77e3fb6a075431b49641ea02eb4ca372e84f2e47f91020515d09550360d835');
INSERT INTO "event" VALUES('cqgbc4fetsg9',97,'move',3,'pass','bot','2026-11-08 18:15:00.000000','{}','{}',1,'81f900e51de1a65b37df536bd9cfcbe248e16f6a0548481674827277052c7cd1');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',27,'move',1,'pass','deadline','2026-11-09 18:15:00.000000','{}','{}',1,'7d8a6c3016cee92c8542e06f4a7a0d78fe822916e5ccf616804943fa079edee3');
INSERT INTO "event" VALUES('cqgbc4fetsg9',98,'move',1,'settle 1235','deadline','2026-11-09 18:15:00.000000','{}','{}',1,'f62d92f27740f41d2a0f26758505339acb52f85fcbd52b2fe9aa8ac5e7e14712');
INSERT INTO "event" VALUES('cqgbc4fetsg9',99,'move',2,'bid 2mix','player','2026-11-09 19:35:00.000000','{}','{}',1,'5ca6fff2f820b3ccf5910331a860b2fdfc36043586298bde87d2500d1806e0b0');
INSERT INTO "event" VALUES('cqgbc4fetsg9',100,'move',3,'bid 2x1','bot','2026-11-09 20:41:00.000000','{}','{}',1,'3c4fc779797965f87e8d4fa79c704c7704eced64510f898313ed7c69e3ebe857');
INSERT INTO "event" VALUES('cqgbc4fetsg9',101,'move',1,'bid 5mix','player','2026-11-09 21:37:00.000000','{}','{}',1,'7b088913a88211631ad3e3cfff29d767f4ed6e8cc7cfd84ebcd99be7f6732956');
INSERT INTO "event" VALUES('cqgbc4fetsg9',102,'move',2,'pass','forced','2026-11-09 21:37:00.000000','{}','{}',1,'1a09cbd974ebd7c7ecb0ec362510e0dc09237f8094e22424509a520d4ceedd83');
INSERT INTO "event" VALUES('cqgbc4fetsg9',103,'move',3,'pass','bot','2026-11-09 21:46:00.000000','{}','{}',1,'e08c13824a02b54e2e0ae57bf8f37d882e65817e1786dbb6f301f99b3d2e8847');
INSERT INTO "event" VALUES('cqgbc4fetsg9',104,'move',1,'settle 1235J','player','2026-11-09 23:07:00.000000','{}','{}',1,'df08019db2d113808605c00689d1cbc00594b1bdc137ac24ef51537155d2d991');
INSERT INTO "event" VALUES('cqgbc4fetsg9',105,'move',2,'pass','player','2026-11-10 00:29:00.000000','{}','{}',1,'b5dfaf32af1412e6437c90943344630d6a058c0e06ac8dc65e163474d614008a');
INSERT INTO "event" VALUES('cqgbc4fetsg9',106,'move',3,'bid 1x1','bot','2026-11-10 01:24:00.000000','{}','{}',1,'641fdb0618c98d53fac32990c8ca9a373f1fbc8d0b172d99a9f03d14cd8c11c6');
INSERT INTO "event" VALUES('cqgbc4fetsg9',107,'move',1,'bid 1x5','player','2026-11-10 01:40:00.000000','{}','{}',1,'fa560dc66a75b61ca76394eed2d7381c52ff1db32a096fdbb640833a953261ef');
INSERT INTO "event" VALUES('cqgbc4fetsg9',108,'move',3,'bid 2x1','bot','2026-11-10 02:28:00.000000','{}','{}',1,'6285784d163f399255383861197636e39a050c6d3f004ab799ffedb1f35bab65');
INSERT INTO "event" VALUES('cqgbc4fetsg9',109,'move',1,'bid 3mix','player','2026-11-10 02:49:00.000000','{}','{}',1,'ddcb6bc1b21f7f806997b653da9802bcb09aaed2404e1bbf82d2cd6d0fc2c243');
INSERT INTO "event" VALUES('cqgbc4fetsg9',110,'move',3,'bid 3x1','bot','2026-11-10 03:31:00.000000','{}','{}',1,'ff93586c7e493a6336aa0a0d1b3db8faba7938ed2e4d4fcd3bd0bc9aa5f70ef3');
INSERT INTO "event" VALUES('cqgbc4fetsg9',111,'move',1,'pass','player','2026-11-10 04:35:00.000000','{}','{}',1,'0e177685b0a7180ee05f427593b80b15c75fdeae42326529cd36daa2e935d07b');
INSERT INTO "event" VALUES('cqgbc4fetsg9',112,'move',3,'settle 111','bot','2026-11-10 05:45:00.000000','{}','{}',1,'840e84e888e7c694a09fcf12f9852679c593ff20b6d8b417ec85d068e8555136');
INSERT INTO "event" VALUES('cqgbc4fetsg9',113,'move',1,'bid 1x1','player','2026-11-10 05:46:00.000000','{}','{}',1,'a8f11d2789365fe7723d5ffbb5843f9536b291cfa0e1e387d6512533e40cf732');
INSERT INTO "event" VALUES('cqgbc4fetsg9',114,'move',2,'pass','player','2026-11-10 07:09:00.000000','{}','{}',1,'f08bdcad9f6b9973f59818c34de6e2d719aba12b2fa6694664b7017bad368fd8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',115,'move',3,'bid 1x2','bot','2026-11-10 07:24:00.000000','{}','{}',1,'074bfc9cb9a2ee992db8290deaf2e81770a39f5165eed6a5c2649e6e350c9f9d');
INSERT INTO "event" VALUES('cqgbc4fetsg9',116,'move',1,'pass','player','2026-11-10 08:27:00.000000','{}','{}',1,'0aaba3a8c7db4cacd3bcdf10e1bdcac857ae2916a2d4ed813d20ce2013255e10');
INSERT INTO "event" VALUES('cqgbc4fetsg9',117,'move',3,'settle 2 55JJ','bot','2026-11-10 09:35:00.000000','{}','{}',1,'ee1a1053521edd8def208de0160553d4682e91aaa273a685da06a2dce2e02dc6');
INSERT INTO "event" VALUES('cqgbc4fetsg9',118,'move',1,'bid 2x5','player','2026-11-10 09:45:00.000000','{}','{}',1,'3c67920dc39330fb90ab9e7ac205d8a0f30a36d2f055bff0e8fc10cec8443e24');
INSERT INTO "event" VALUES('cqgbc4fetsg9',119,'move',2,'bid 3mix','player','2026-11-10 10:23:00.000000','{}','{}',1,'4dea0374eb98cc48ce118ae0793808f29daf0c668e5f4894da012e88446af631');
INSERT INTO "event" VALUES('cqgbc4fetsg9',120,'move',3,'pass','bot','2026-11-10 11:44:00.000000','{}','{}',1,'fde11742604e4a14183b763a6009273bc5f5fa26870506da687d2eb59fc25aa8');
INSERT INTO "event" VALUES('cqgbc4fetsg9',121,'move',1,'pass','player','2026-11-10 11:45:00.000000','{}','{}',1,'682579135bf65ac76ad4887651467c03889f8d8ac3d71803bed9884b1c34a030');
INSERT INTO "event" VALUES('cqgbc4fetsg9',122,'move',2,'settle 24J','player','2026-11-10 12:26:00.000000','{}','{}',1,'a93accafd462f412727368a0eaebdcb243f0a35e88148758d3301c0dfd74adce');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',0,'start',NULL,NULL,'service','2026-11-10 12:26:00.000000','{"first": 1, "deck/1": ["5C", "4D", "5H", "6D", "3D", "6S", "6C", "7S", "4S", "10S", "11S", "13S", "10D", "10C", "15S", "7H", "8H", "12H", "1D", "2S", "12C", "5D", "13C", "15H", "7D", "9D", "15C", "7C", "8D", "9S", "4C", "2D", "13H", "6H", "11C", "3H", "1H", "4H", "11H", "2C", "12D", "8S", "5S", "14C", "12S", "10H", "14H", "1C", "14D", "13D", "9H", "3C", "14S", "15D", "1S", "2H", "9C", "8C", "3S", "11D"]}','{"game": "clubs", "options": {"crazy": true, "wild": false, "teams": 0, "target": 30}, "players": [{"player": 1, "bot": false}, {"player": 2, "bot": false}, {"player": null, "bot": true}], "phrases": ["old phrase", "ben''s phrase", ""], "pace": {"allowance": 86400}}',1,'b039a80efbdb82178d5b44258e7aab5390bf778955651181db43a73c46060613');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',1,'move',3,'play 5C 6C 7C','bot','2026-11-10 13:39:00.000000','{}','{}',1,'16aa538743e83c6db15cd35415d6761361f5bf4ea0fd7f006158dc3bcdf201bd');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',2,'move',1,'play 8H 9D 10C 11S','player','2026-11-10 14:19:00.000000','{}','{}',1,'1c2737a0fd55aa7aa43bfd7677e1b8f4c8752c683986dc93d387eab41013e0c8');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',3,'move',2,'pass','player','2026-11-10 15:16:00.000000','{}','{}',1,'239abe85bf9ba0b7b51bc53c13bac016d8b228a998edf9b4546a9d05e1dbed9e');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',4,'move',3,'pass','bot','2026-11-10 16:07:00.000000','{}','{}',1,'fddb65220b647e881bdec82b99587302eaed21898cc2d99c21ca0f59025472cc');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',5,'move',1,'play 2S 3D 4D','player','2026-11-10 16:26:00.000000','{}','{}',1,'00309cf2953ed5e073aa7b5cc36ff40ad1bf49f514690bab1a825f7b716bd82c');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',6,'move',2,'pass','player','2026-11-10 17:13:00.000000','{}','{}',1,'eed30bd1f79361c9e219562a4c7a19af2e4255d5856bdf4e3577b1b0915dbb7a');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',7,'move',3,'play 5D 6D 7D','bot','2026-11-10 17:31:00.000000','{}','{}',1,'d0e65311f23453cf95c32123326726dede40deee171a6e339ea05e9f436efbee');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',8,'move',1,'pass','player','2026-11-10 18:27:00.000000','{}','{}',1,'ff7539dcc39e08d5e5e3b1d92d4e0484d4765a91864e978132fd11e9ed98182c');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',9,'move',2,'pass','player','2026-11-10 19:54:00.000000','{}','{}',1,'4c05b2c4d6b1c2e24894537f20e7ab16d48454f2c08e683f7942e3d480614ea4');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',28,'move',2,'pass','deadline','2026-11-10 20:31:00.000000','{}','{}',1,'2db7359f4677cbe74082e51fc6abc095d4763f9ed1c7ca6f83d4a3ca6ca7b7f4');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',10,'move',3,'play 1D','bot','2026-11-10 20:31:00.000000','{}','{}',1,'6dbca7ac6c1aa55e07e6314ee4e3962b147282af69cab0de0bc43941597fba85');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',11,'move',1,'play 13C','player','2026-11-10 21:19:00.000000','{}','{}',1,'dd17f625c48d03322a79c4ff8b5802f9014a837cc52baf1cd7321e6e462c4169');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',12,'move',2,'play 15H','player','2026-11-10 22:46:00.000000','{}','{}',1,'557b98a25ec165da266a94c6ec96870e009feb1fa83dcf549c4a6dee314cc508');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',29,'move',3,'bid 1x3','bot','2026-11-10 22:56:00.000000','{}','{}',1,'318040129fe0b3235221115bc2173f7b411eeb51fa876a682d437d5679f36ea3');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',13,'move',3,'play 10D 10S','bot','2026-11-10 22:56:00.000000','{}','{}',1,'0e6a890f81d7a3a6ee583c0da45ac4b680b010759084fe05e9e09beb099596fb');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',14,'move',1,'pass','player','2026-11-10 23:48:00.000000','{}','{}',1,'b1256dee35160ae7c63fe1e91eb007cbc8acde47d545ed95f7f87d1723ab6dcd');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',15,'move',2,'play 15C 15S','player','2026-11-11 00:31:00.000000','{}','{}',1,'2cc5c21acf882150943fa70193c738298493fdf11df7035a6c80c3e0613c28ff');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',16,'move',3,'pass','forced','2026-11-11 00:31:00.000000','{}','{}',1,'9544bfb7901c9367cc262836ceaec38609f5405dbc992bbaea329e6ad4062735');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',17,'move',1,'pass','forced','2026-11-11 00:31:00.000000','{}','{}',1,'e6b352e3a14faec09763866e44f43607b6f358c96d616059e7f8d2e266e2b814');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',18,'move',2,'play 4S','player','2026-11-11 00:54:00.000000','{}','{}',1,'0a6d7d1e0ee1cd91581f17db277c37c4a431e4c810db4f3c3c5404ab38c23271');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',30,'move',3,'settle 3','bot','2026-11-11 02:12:00.000000','{}','{}',1,'3716186746b3348c73c08ab58a11b8ad9f64d84fff1784dbc8cada2e780f5762');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',19,'move',3,'play 7H','bot','2026-11-11 02:12:00.000000','{}','{}',1,'c53e41af18e5fba87782bad51d08c9f7e6086429562979300b08fffed4fbc5f6');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',20,'move',1,'play 8D','player','2026-11-11 02:15:00.000000','{}','{}',1,'67eb5357769257bd6d9ba90c1bf5e7bb2d11c1231d29a0e3e2b992ab3a13fed0');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',21,'move',2,'play 9S','player','2026-11-11 03:01:00.000000','{}','{}',1,'c4eb63d80ac031c2dae1aa6378ee78cb61f4c3acdec7b81e000d595184108df3');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',22,'move',1,'pass','player','2026-11-11 03:22:00.000000','{}','{}',1,'90129609b47eb3cf395ce1593685b588cbec5089d151c958d5155e890ee3196f');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',23,'move',2,'play 6S','player','2026-11-11 04:47:00.000000','{}','{}',1,'7202b418e60a96a9dd0fe91f45cbe4cab2c5955aae292e5eec7f8343a3fe4c84');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',24,'move',1,'pass','player','2026-11-11 05:02:00.000000','{}','{}',1,'864d6edb447347250ab923802df3fc7b5b173d402412bfd2470a93d4eaaf24b0');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',25,'move',2,'play 12C','player','2026-11-11 06:29:00.000000','{}','{}',1,'3a64130012c310b1624e4cd53138c66abb6eb4a154d63c05d886dec7fe0d5eda');
INSERT INTO "event" VALUES('ca7zqp2z22ch',0,'start',NULL,NULL,'service','2026-11-11 06:29:00.000000','{"first": 2, "deck/1": ["B2", "F5", "J3", "B5", "A7", "H6", "G1", "I6", "H0", "D0", "D2", "D1", "B4", "B1", "E6", "D7", "A2", "I0", "F4", "D5", "I2", "G5", "E2", "J5", "E3", "C2", "F0", "fanfare", "H1", "fanfare", "ask", "H7", "G0", "draw", "J0", "J1", "ask", "ask", "J2", "G3", "J4", "F3", "A1", "H5", "G6", "D6", "F7", "C1", "B6", "I4", "draw", "B3", "A4", "F1", "D4", "fanfare", "F2", "A6", "C3", "C6", "C0", "D3", "A3", "I3", "E5", "G7", "I5", "F6", "H3", "draw", "J7", "C7", "B7", "E1", "A5", "B0", "I7", "G4", "I1", "E0", "E7", "H2", "A0", "G2", "H4", "C4", "E4", "J6", "C5"]}','{"game": "flohcati", "options": {}, "players": [{"player": 1, "bot": false}, {"player": 2, "bot": false}, {"player": null, "bot": true}], "phrases": ["old phrase", "ben''s phrase", ""], "pace": {"allowance": 86400}}',1,'0f11adb110d6bf0ee8cfd7ebf9d14991a51e64452e11315e55dd21daf57a10b6');
INSERT INTO "event" VALUES('ca7zqp2z22ch',1,'move',3,'reveal','forced','2026-11-11 07:49:00.000000','{}','{}',1,'503fb67cde8458d55e7f220bf4052e14925c3376fbd477d14d5ec1e8e7eb10e7');
INSERT INTO "event" VALUES('ca7zqp2z22ch',2,'move',3,'reveal','bot','2026-11-11 09:14:00.000000','{}','{}',1,'7de7d32185fcb7d0e9512f5d092b5a90e785004be5cded33141cca0f4bb7a313');
INSERT INTO "event" VALUES('ca7zqp2z22ch',3,'move',3,'take F5','bot','2026-11-11 09:53:00.000000','{}','{}',1,'d36cd95ec1c4658b3e9eebc2ab0bb6f77d1161fb61e879af3a5720b48a3637b8');
INSERT INTO "event" VALUES('ca7zqp2z22ch',4,'move',1,'reveal','player','2026-11-11 11:22:00.000000','{}','{}',1,'148a065981de22bf3b6d371fba51df0bf91c0bfab37f0b2efda7f0aba83fee23');
INSERT INTO "event" VALUES('ca7zqp2z22ch',5,'move',1,'take B2','player','2026-11-11 12:25:00.000000','{}','{}',1,'abe6e19c5bac8e919864dc64f3e031c209e1b1bc5d7c6fe63985fe308e670ae6');
INSERT INTO "event" VALUES('ca7zqp2z22ch',6,'move',2,'take J3','player','2026-11-11 13:13:00.000000','{}','{}',1,'b3de91ab5dc5bde0542105ac48122dd80c348c6d5ee35430b23463817ec8c5ce');
INSERT INTO "event" VALUES('ca7zqp2z22ch',7,'move',3,'reveal','forced','2026-11-11 13:13:00.000000','{}','{}',1,'4df0204cea4c79f0e6041ce36981d090bcac6bcdaac5c06eff216bdcc67ecb6d');
INSERT INTO "event" VALUES('ca7zqp2z22ch',8,'move',3,'take B5','bot','2026-11-11 14:22:00.000000','{}','{}',1,'81721fd1485e3f6c9729fb5b01a8c03d64d8512f95f08351c09def00d9bbbff7');
INSERT INTO "event" VALUES('ca7zqp2z22ch',9,'move',1,'reveal','forced','2026-11-11 14:22:00.000000','{}','{}',1,'7047852e999d454c9a69f9f5b29bf2e5e33275b89e4838de2c73e02b69a1fa7d');
INSERT INTO "event" VALUES('ca7zqp2z22ch',10,'move',1,'take A7','player','2026-11-11 15:43:00.000000','{}','{}',1,'876d4a57f3c0eab5318f3765cf38944c4df18834e143e0ddee2ba5ba76104acb');
INSERT INTO "event" VALUES('ca7zqp2z22ch',11,'move',2,'reveal','forced','2026-11-11 15:43:00.000000','{}','{}',1,'d510952aeee07c62bec183bdccd437ccf13fd44971adce9e691064fbe5c5a640');
INSERT INTO "event" VALUES('ca7zqp2z22ch',12,'move',2,'take H6','player','2026-11-11 16:35:00.000000','{}','{}',1,'55c62ef68098b4c0305f543c17a7d0909cc1947e441c0fc18968a6d928e91900');
INSERT INTO "event" VALUES('ca7zqp2z22ch',13,'move',3,'reveal','forced','2026-11-11 16:35:00.000000','{}','{}',1,'c7d2a438b8fbb494e007f47a669a2c2495abb3a842807888f1eef93dc662903a');
INSERT INTO "event" VALUES('ca7zqp2z22ch',14,'move',3,'reveal','bot','2026-11-11 17:12:00.000000','{}','{}',1,'6201694a438d2aa973f762d16e47dc2c000aa52f5bc3b1f802353e14ddf7d96d');
INSERT INTO "event" VALUES('ca7zqp2z22ch',15,'move',3,'take I6','bot','2026-11-11 18:09:00.000000','{}','{}',1,'32a9152f9d8d6dfe08b302ccfe11d0c97507b681b0e1f305287e7761af13dfed');
INSERT INTO "event" VALUES('ca7zqp2z22ch',16,'move',1,'take G1','player','2026-11-11 19:02:00.000000','{}','{}',1,'344086f5c3831572c64179080fec016413fa3211ff84adb64d62226487616b99');
INSERT INTO "event" VALUES('ca7zqp2z22ch',17,'move',2,'reveal','forced','2026-11-11 19:02:00.000000','{}','{}',1,'6aaa27b4a6853301e5215940d172432b1a59443d14c3b23b55541a22017350b5');
INSERT INTO "event" VALUES('ca7zqp2z22ch',18,'move',2,'take H0','player','2026-11-11 19:26:00.000000','{}','{}',1,'df6854f4d1ca0206819b019ef2805b268bb2390061efe9922b6f578ddd10cee7');
INSERT INTO "event" VALUES('ca7zqp2z22ch',19,'move',3,'reveal','forced','2026-11-11 19:26:00.000000','{}','{}',1,'7fc6f5faf7ddfa4bda0a774ce83fbbd83d327b49fb3b3a09a41edd81cb206d5b');
INSERT INTO "event" VALUES('ca7zqp2z22ch',20,'move',3,'reveal','bot','2026-11-11 20:55:00.000000','{}','{}',1,'41def2454c7ab5b5391b84589b1e919e105f90373a34aef8d64d4996d2eb2142');
INSERT INTO "event" VALUES('ca7zqp2z22ch',21,'move',1,'take D0','player','2026-11-11 22:07:00.000000','{}','{}',1,'0779d0b2eaf156a23b2052dcf82b782b31a75fdac722d90e22cf87abc9260444');
INSERT INTO "event" VALUES('ca7zqp2z22ch',22,'move',2,'reveal','forced','2026-11-11 22:07:00.000000','{}','{}',1,'ebd4f903e680dcddbd0972032214559cba0c8034ac39ecd078dcf4e7cba430c3');
INSERT INTO "event" VALUES('ca7zqp2z22ch',23,'move',2,'reveal','player','2026-11-11 22:59:00.000000','{}','{}',1,'20d660eff4f2e84ce2ec75edf9438f8c347c2ae829972ab05e0795f4899ad64d');
INSERT INTO "event" VALUES('ca7zqp2z22ch',24,'move',2,'take D1','player','2026-11-11 23:19:00.000000','{}','{}',1,'07919936f6074e4bc8bfafcf9965ead1bbe97aca80b0a94a0b4c99f7b9e9f9d0');
INSERT INTO "event" VALUES('ca7zqp2z22ch',25,'move',3,'reveal','bot','2026-11-12 00:40:00.000000','{}','{}',1,'e1a161e15e5a6c9d65d44f0befc5b1a3d6c2e51bb99315a24d4d8090647a7516');
INSERT INTO "event" VALUES('ca7zqp2z22ch',26,'move',1,'take B4','player','2026-11-12 01:25:00.000000','{}','{}',1,'35dfc2662e182c75886d9a13c188ff43e3ae7df1e783d958dba78a394def55d4');
INSERT INTO "event" VALUES('ca7zqp2z22ch',27,'move',2,'reveal','forced','2026-11-12 01:25:00.000000','{}','{}',1,'d6c07c885d43a3930f907882348e1497de39937bfc1037127b33ff696abf552f');
INSERT INTO "event" VALUES('ca7zqp2z22ch',28,'move',2,'take E6','player','2026-11-12 01:37:00.000000','{}','{}',1,'f45a9230d1a6098bf8cebcdbd1d4741a67cb1fa069cd655b7f5f5eedb8db9436');
INSERT INTO "event" VALUES('ca7zqp2z22ch',29,'move',3,'reveal','forced','2026-11-12 01:37:00.000000','{}','{}',1,'a198df7df90da7bfa2c8a50143cfd130f84ecebefcae6998de77d6caa37002fb');
INSERT INTO "event" VALUES('ca7zqp2z22ch',30,'move',3,'take D7','bot','2026-11-12 02:06:00.000000','{}','{}',1,'0303b10857ef631af5cb0a72d4c5df5fb407ed3779f701977c511671a23f551b');
INSERT INTO "event" VALUES('ca7zqp2z22ch',31,'move',1,'reveal','forced','2026-11-12 02:06:00.000000','{}','{}',1,'8bc1feb6f8f7cb36fff22c0d1033dfb55567e9fccbf7d1ed523eb89d0a6ce6d2');
INSERT INTO "event" VALUES('ca7zqp2z22ch',32,'move',1,'reveal','player','2026-11-12 03:28:00.000000','{}','{}',1,'4f6c357b158faf1571b40708ac92fc6bce234a47a7e6779c6387d48362e8bf44');
INSERT INTO "event" VALUES('ca7zqp2z22ch',33,'move',1,'reveal','player','2026-11-12 03:48:00.000000','{}','{}',1,'83c62cd494251132cdaa60c52485ffec7f6cf3c27b79ecde24fd67aa68c91af9');
INSERT INTO "event" VALUES('ca7zqp2z22ch',34,'move',1,'reveal','player','2026-11-12 04:27:00.000000','{}','{}',1,'539a65bceb454d287d28bbb6207980711e7a52053371149d5e1715824b02e442');
INSERT INTO "event" VALUES('ca7zqp2z22ch',35,'move',1,'take D5','player','2026-11-12 04:48:00.000000','{}','{}',1,'d94f0471091a59c90382703defd060920d74db7e4c872df4e6d411ba579b8cc4');
INSERT INTO "event" VALUES('ca7zqp2z22ch',36,'move',2,'take I0','player','2026-11-12 06:16:00.000000','{}','{}',1,'19dbc636d88141b6c28136780890baa5a1bd4bd62bdf35a4961a4b015dbe30a9');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',31,'move',1,'pass','deadline','2026-11-12 06:19:00.000000','{}','{}',1,'bb7c8918b3f8c8776ac3749d1dfe502451799fb5009c42f3feee5c368bbd30fe');
INSERT INTO "event" VALUES('ca7zqp2z22ch',37,'move',3,'reveal','bot','2026-11-12 06:19:00.000000','{}','{}',1,'83cd0a25154ff56c6053d4f55c0866130befe7e7c31b94bd3ae661c19e85c280');
INSERT INTO "event" VALUES('ca7zqp2z22ch',38,'move',3,'take A2','bot','2026-11-12 07:27:00.000000','{}','{}',1,'c84408fff21af839223badd26ab4b65c34f8953b19384a3ba83411b580b0d8e3');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',26,'move',1,'pass','deadline','2026-11-12 07:27:00.000000','{}','{}',1,'45000b9a564ccb1a8962a6fa975fa11d0e8fb3d0a72abc8ccf8adade35b3340c');
INSERT INTO "event" VALUES('ca7zqp2z22ch',39,'move',1,'reveal','player','2026-11-12 07:59:00.000000','{}','{}',1,'194a48fb21afb507abe8a58346c8c4f7bfeac8b324c7a08f6efa89b623289666');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',32,'move',2,'pass','deadline','2026-11-13 07:27:00.000000','{}','{}',1,'b1f2c476404f906692076dadc484e5696d452d4c54d2bc7d635e0e4345f3f262');
INSERT INTO "event" VALUES('f5ppvcqq3sgb',27,'move',2,'play 5H','deadline','2026-11-13 07:27:00.000000','{}','{}',1,'6f9e289624b75357e6522cf6e6fb92cd6e5a58be1051b56c65540559826be162');
INSERT INTO "event" VALUES('ca7zqp2z22ch',40,'move',1,'take G5','deadline','2026-11-13 07:27:00.000000','{}','{}',1,'d04610ed0333e2e7b59a329170642a26d586878181c58e43ba83dedc0530e408');
INSERT INTO "event" VALUES('ca7zqp2z22ch',41,'move',2,'take F4','player','2026-11-13 08:08:00.000000','{}','{}',1,'88671d59459e61d39ddaf3b71a2d0b639a3a07c1893c2a8219f4b930c2640851');
INSERT INTO "event" VALUES('9mvemuwz2f3m',0,'start',NULL,NULL,'service','2026-11-13 08:08:00.000000','{"first": 1, "deck/1": ["5C", "8H", "5D", "11D", "2D", "6D", "14H", "2H", "8C", "11H", "7D", "12S", "4H", "10C", "7H", "9S", "8D", "9D", "14C", "14S", "15S", "2C", "9C", "4S", "3H", "5S", "15C", "9H", "12D", "1D", "11S", "10D", "12H", "12C", "15H", "11C", "13D", "6C", "13S", "6H", "5H", "10S", "13H", "2S", "3C", "15D", "1S", "14D", "6S", "1C", "8S", "3S", "4C", "7C", "13C", "4D", "3D", "10H", "1H", "7S"]}','{"game": "clubs", "options": {"crazy": false, "wild": false, "teams": 0, "target": 50}, "players": [{"player": 1, "bot": false}, {"player": 2, "bot": false}, {"player": null, "bot": true}], "phrases": ["old phrase", "ben''s phrase", ""], "pace": {"allowance": 86400}}',1,'1584fcb93e94b7b89b4824829d5d7cd0c8a3d7f8ebf23710a4622fb2981456a0');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',33,'move',3,'bid 1x1','bot','2026-11-13 08:16:00.000000','{}','{}',1,'385bb776a7c44168f12515adce2c1ff660b36eb443e7b66e3ceb5bc8aa8d9929');
INSERT INTO "event" VALUES('ca7zqp2z22ch',42,'move',3,'reveal','bot','2026-11-13 08:16:00.000000','{}','{}',1,'cdc8feefbd265f389045db960cfd41d094002580c4ef01844ef8f951456ba1e2');
INSERT INTO "event" VALUES('9mvemuwz2f3m',1,'move',3,'double','bot','2026-11-13 08:16:00.000000','{}','{}',1,'8ec5eb22e0e5ffc3f06619a8d4d4ccc200fa6320ee6778d3842d6e27ce6e9f47');
INSERT INTO "event" VALUES('9mvemuwz2f3m',2,'move',3,'play 2C 3H 4H 5C','bot','2026-11-13 09:39:00.000000','{}','{}',1,'d1584d7451c5308e9b53af1047f2da45f520df4535fbadee61af83bae8b4485b');
INSERT INTO "event" VALUES('7pvmeg2nd7c9',34,'move',3,'settle 1','bot','2026-11-13 09:39:00.000000','{}','{}',1,'8b2bfb07e2465c084441473b8ea9bb44d67c817be1b6bf4dab9955bf32887239');
INSERT INTO "event" VALUES('ca7zqp2z22ch',43,'move',3,'take E2','bot','2026-11-13 09:39:00.000000','{}','{}',1,'302453586aaf3a3ffed561e107d6d263e5f54077868de4455b17059a0d91cd8f');
INSERT INTO "event" VALUES('9mvemuwz2f3m',3,'move',1,'pass','player','2026-11-13 10:16:00.000000','{}','{}',1,'b97a78371d8e93e183f81b8cd3ccaa6fd6f83f16950f6f2e36671c459e720159');
INSERT INTO "event" VALUES('9mvemuwz2f3m',4,'move',2,'pass','player','2026-11-13 10:39:00.000000','{}','{}',1,'191f0bce43d9391af846745605e4d017c329918e41c159bd0ab3e40fc3464477');
INSERT INTO "event" VALUES('9mvemuwz2f3m',5,'move',3,'play 11D 11H','bot','2026-11-13 10:56:00.000000','{}','{}',1,'f161727ed7814c0cbf2a9d325a2777f8648a775d6a602ccf764c1a237f933e08');
INSERT INTO "event" VALUES('9mvemuwz2f3m',6,'move',1,'pass','player','2026-11-13 11:07:00.000000','{}','{}',1,'a1bc0fa508eed72535c21b82ee6d83465b3fd75d0a338043a2fb920d7dc0678e');
INSERT INTO "event" VALUES('9mvemuwz2f3m',7,'move',2,'pass','player','2026-11-13 12:18:00.000000','{}','{}',1,'fd30d3da2639714d160e99ffd8d108c810e57b230cf6fd94ca980f57876ab3cf');
INSERT INTO "event" VALUES('9mvemuwz2f3m',8,'move',3,'play 14C 14H','bot','2026-11-13 12:38:00.000000','{}','{}',1,'dd061143601554fdad16398e4042ac144796d80c5d76ef939a38cd2ce01692a2');
INSERT INTO "event" VALUES('9mvemuwz2f3m',9,'move',1,'pass','player','2026-11-13 13:06:00.000000','{}','{}',1,'b90d61b2cc00ebf0ea4f0ed669f1510305459e44461164206830205672b496e5');
INSERT INTO "event" VALUES('9mvemuwz2f3m',10,'resign',2,NULL,'player','2026-11-13 13:06:00.000000','{}','{"to": "deadline"}',1,'b90d61b2cc00ebf0ea4f0ed669f1510305459e44461164206830205672b496e5');
INSERT INTO "event" VALUES('9mvemuwz2f3m',11,'move',2,'pass','deadline','2026-11-13 14:11:00.000000','{}','{}',1,'9522043c155d1e1e162de95510936629bbd8360d530d4190cadf89f534f2ed69');
INSERT INTO "event" VALUES('9mvemuwz2f3m',12,'move',3,'play 9H 9S','bot','2026-11-13 14:20:00.000000','{}','{}',1,'2f4e923e024dee5b55d129a53103e4a4b1e23d7127f5bc1ab07586ec272e0bb8');
INSERT INTO "event" VALUES('9mvemuwz2f3m',13,'move',1,'pass','player','2026-11-13 15:09:00.000000','{}','{}',1,'b29fc9960101fc7569ad8a20e2f41f4ce10ebf97260a5c7b6957558f1a592765');
INSERT INTO "event" VALUES('9mvemuwz2f3m',14,'move',2,'pass','deadline','2026-11-13 16:15:00.000000','{}','{}',1,'4739cab17acf0a5cc33a8d35d9c875085f43b5b1a541adc6ec415769a3a36373');
INSERT INTO "event" VALUES('9mvemuwz2f3m',15,'move',1,'play 14S','player','2026-11-13 17:06:00.000000','{}','{}',1,'7fc3a30855f5821c0a9f5d0b1e903bbe9010056f2d927d6a17aabd32c6a3fd7a');
INSERT INTO "event" VALUES('9mvemuwz2f3m',16,'move',2,'pass','deadline','2026-11-13 17:58:00.000000','{}','{}',1,'a0547143678b43628c1763dfaa05512701af056a541f8f4029367e3c521b0092');
CREATE TABLE "match" (
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rules INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seats INTEGER NOT NULL, 
	pace JSON NOT NULL, 
	open_to_all BOOLEAN NOT NULL, 
	opener_id INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	note VARCHAR NOT NULL, 
	server_seed VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	announced_at DATETIME, 
	started_at DATETIME, 
	ended_at DATETIME, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT fk_match_opener_id_player FOREIGN KEY(opener_id) REFERENCES player (id)
);
INSERT INTO "match" VALUES('7pvmeg2nd7c9','katzenjammer-blues',1,'{"games": 1}',3,'{"allowance": 86400}',0,1,'running','','0bad3dc87b9b643cff7bb95688d816dc875d416f64850e5cf090fd02343ce70c','3fb15ba67af39a9c790b0607dc4baff3754b1042d6cbe1873d7584411d2c723a','2026-11-01 12:00:00.000000','2026-11-01 12:00:00.000000','2026-11-01 12:00:00.000000',NULL,34);
INSERT INTO "match" VALUES('cqgbc4fetsg9','katzenjammer-blues',1,'{"games": 1}',3,'{"allowance": 86400}',0,1,'over','','f779242a1d8194e2a6ac7aebea194533fb5891182515cdc31394178370027b8a','611b3dfe7f8c4cb9da394f085b1cc52ab5185b305bfe246237f8a7d2bc607377','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','2026-11-10 12:26:00.000000',122);
INSERT INTO "match" VALUES('f5ppvcqq3sgb','clubs',1,'{"crazy": true, "wild": false, "teams": 0, "target": 30}',3,'{"allowance": 86400}',0,1,'running','','ba89425d9c69c17beff2ca44b0636d0db2df61cd754dba647d7159a2355fdbe3','08cfeaad440e943c19a84e1fdf6e0b31e5172b029f46f4cd2fe2844c8378bf8f','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000',NULL,27);
INSERT INTO "match" VALUES('ca7zqp2z22ch','flohcati',1,'{}',3,'{"allowance": 86400}',0,1,'running','','fd3f53a2a3178e6c207c122519a902346b32d70c985f2c7e2bafa84d451f85b6','acb2bdfb172976eac3a3832b9ca4de90459af7c27c99956ac5ab353833b6a948','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000',NULL,43);
INSERT INTO "match" VALUES('9mvemuwz2f3m','clubs',1,'{"crazy": false, "wild": false, "teams": 0, "target": 50}',3,'{"allowance": 86400}',0,1,'running','','39369ef27a7bdf79bdd344fa6fbc4b6f05c39bba8abfc925dab02a84933b456c','beec04ad380f677a37cf3348e71672bb59303fba0ff8bc1124e5d1736314c5d6','2026-11-13 08:08:00.000000','2026-11-13 08:08:00.000000','2026-11-13 08:08:00.000000',NULL,16);
INSERT INTO "match" VALUES('7d98j39pdtjd','clubs',1,'{"crazy": false, "wild": false, "teams": 0, "target": 50}',3,'{"allowance": 3600}',0,1,'open','','86a0d995c838451c5fd20f31122b6af90234033f7ce326861d96c79842475b26','38a85258fc3e785ac7161496254a81bc0646021bae0add00723468810595a5f4','2026-11-13 17:58:00.000000','2026-11-13 17:58:00.000000',NULL,NULL,-1);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	match_id VARCHAR, 
	seat INTEGER, 
	number INTEGER, 
	player_id INTEGER, 
	address VARCHAR, 
	detail JSON NOT NULL, 
	queued_at DATETIME NOT NULL, 
	due_at DATETIME NOT NULL, 
	status VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	claimed_until DATETIME, 
	last_error TEXT NOT NULL, 
	sent_at DATETIME, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_outbox_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_outbox_match_id_seat_kind_number UNIQUE (match_id, seat, kind, number)
);
INSERT INTO "outbox" VALUES(1,'expiring','7pvmeg2nd7c9',0,0,1,NULL,'{}','2026-11-01 12:00:00.000000','2026-11-14 12:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(2,'invitation','7pvmeg2nd7c9',2,NULL,NULL,'ben@example.org','{}','2026-11-01 12:00:00.000000','2026-11-01 12:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(3,'start','7pvmeg2nd7c9',1,0,1,NULL,'{}','2026-11-01 12:00:00.000000','2026-11-01 12:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(4,'start','7pvmeg2nd7c9',2,0,2,NULL,'{}','2026-11-01 12:00:00.000000','2026-11-01 12:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(5,'turn','7pvmeg2nd7c9',1,1,1,NULL,'{}','2026-11-01 12:31:00.000000','2026-11-01 12:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(6,'turn','7pvmeg2nd7c9',2,2,2,NULL,'{}','2026-11-01 13:10:00.000000','2026-11-01 13:10:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(7,'turn','7pvmeg2nd7c9',1,4,1,NULL,'{}','2026-11-01 14:15:00.000000','2026-11-01 14:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(8,'turn','7pvmeg2nd7c9',2,5,2,NULL,'{}','2026-11-01 15:07:00.000000','2026-11-01 15:07:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(9,'turn','7pvmeg2nd7c9',1,6,1,NULL,'{}','2026-11-01 15:15:00.000000','2026-11-01 15:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(10,'turn','7pvmeg2nd7c9',2,7,2,NULL,'{}','2026-11-01 15:51:00.000000','2026-11-01 15:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(11,'turn','7pvmeg2nd7c9',1,9,1,NULL,'{}','2026-11-01 16:29:00.000000','2026-11-01 16:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(12,'turn','7pvmeg2nd7c9',1,11,1,NULL,'{}','2026-11-01 18:17:00.000000','2026-11-01 18:17:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(13,'turn','7pvmeg2nd7c9',1,13,1,NULL,'{}','2026-11-01 18:51:00.000000','2026-11-01 18:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(14,'turn','7pvmeg2nd7c9',2,14,2,NULL,'{}','2026-11-01 20:09:00.000000','2026-11-01 20:09:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(15,'turn','7pvmeg2nd7c9',1,16,1,NULL,'{}','2026-11-01 22:15:00.000000','2026-11-01 22:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(16,'turn','7pvmeg2nd7c9',2,17,2,NULL,'{}','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(17,'expiring','cqgbc4fetsg9',0,0,1,NULL,'{}','2026-11-01 22:51:00.000000','2026-11-14 22:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(18,'invitation','cqgbc4fetsg9',2,NULL,NULL,'ben@example.org','{}','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(19,'start','cqgbc4fetsg9',1,0,1,NULL,'{}','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(20,'start','cqgbc4fetsg9',2,0,2,NULL,'{}','2026-11-01 22:51:00.000000','2026-11-01 22:51:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(21,'turn','cqgbc4fetsg9',1,1,1,NULL,'{}','2026-11-01 22:52:00.000000','2026-11-01 22:52:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(22,'turn','cqgbc4fetsg9',2,2,2,NULL,'{}','2026-11-01 23:30:00.000000','2026-11-01 23:30:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(23,'turn','cqgbc4fetsg9',1,4,1,NULL,'{}','2026-11-02 01:53:00.000000','2026-11-02 01:53:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(24,'turn','cqgbc4fetsg9',2,5,2,NULL,'{}','2026-11-02 02:30:00.000000','2026-11-02 02:30:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(25,'turn','cqgbc4fetsg9',1,6,1,NULL,'{}','2026-11-02 03:00:00.000000','2026-11-02 03:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(26,'deadline','7pvmeg2nd7c9',2,18,2,NULL,'{}','2026-11-03 03:00:00.000000','2026-11-03 03:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(27,'turn','cqgbc4fetsg9',2,7,2,NULL,'{}','2026-11-03 03:00:00.000000','2026-11-03 03:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(28,'deadline','cqgbc4fetsg9',1,7,1,NULL,'{}','2026-11-03 03:00:00.000000','2026-11-03 03:00:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(29,'turn','7pvmeg2nd7c9',1,19,1,NULL,'{}','2026-11-03 05:05:00.000000','2026-11-03 05:05:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(30,'turn','cqgbc4fetsg9',1,9,1,NULL,'{}','2026-11-03 05:05:00.000000','2026-11-03 05:05:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(31,'turn','cqgbc4fetsg9',2,10,2,NULL,'{}','2026-11-03 05:24:00.000000','2026-11-03 05:24:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(32,'turn','cqgbc4fetsg9',1,12,1,NULL,'{}','2026-11-03 06:55:00.000000','2026-11-03 06:55:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(33,'turn','cqgbc4fetsg9',2,13,2,NULL,'{}','2026-11-03 08:16:00.000000','2026-11-03 08:16:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(34,'turn','cqgbc4fetsg9',1,15,1,NULL,'{}','2026-11-03 10:24:00.000000','2026-11-03 10:24:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(35,'turn','cqgbc4fetsg9',2,16,2,NULL,'{}','2026-11-03 11:36:00.000000','2026-11-03 11:36:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(36,'turn','cqgbc4fetsg9',1,18,1,NULL,'{}','2026-11-03 12:19:00.000000','2026-11-03 12:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(37,'turn','cqgbc4fetsg9',1,20,1,NULL,'{}','2026-11-03 13:26:00.000000','2026-11-03 13:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(38,'turn','cqgbc4fetsg9',2,21,2,NULL,'{}','2026-11-03 13:42:00.000000','2026-11-03 13:42:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(39,'turn','cqgbc4fetsg9',1,23,1,NULL,'{}','2026-11-03 15:06:00.000000','2026-11-03 15:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(40,'turn','cqgbc4fetsg9',2,24,2,NULL,'{}','2026-11-03 15:17:00.000000','2026-11-03 15:17:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(41,'turn','cqgbc4fetsg9',1,25,1,NULL,'{}','2026-11-03 16:44:00.000000','2026-11-03 16:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(42,'turn','cqgbc4fetsg9',2,26,2,NULL,'{}','2026-11-03 17:26:00.000000','2026-11-03 17:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(43,'turn','cqgbc4fetsg9',1,27,1,NULL,'{}','2026-11-03 18:50:00.000000','2026-11-03 18:50:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(44,'turn','cqgbc4fetsg9',2,28,2,NULL,'{}','2026-11-03 19:28:00.000000','2026-11-03 19:28:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(45,'turn','cqgbc4fetsg9',1,30,1,NULL,'{}','2026-11-03 21:23:00.000000','2026-11-03 21:23:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(46,'turn','cqgbc4fetsg9',2,31,2,NULL,'{}','2026-11-03 21:44:00.000000','2026-11-03 21:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(47,'turn','7pvmeg2nd7c9',2,20,2,NULL,'{}','2026-11-04 21:44:00.000000','2026-11-04 21:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(48,'deadline','7pvmeg2nd7c9',1,20,1,NULL,'{}','2026-11-04 21:44:00.000000','2026-11-04 21:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(49,'deadline','cqgbc4fetsg9',2,32,2,NULL,'{}','2026-11-04 21:44:00.000000','2026-11-04 21:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(50,'turn','cqgbc4fetsg9',1,33,1,NULL,'{}','2026-11-04 22:06:00.000000','2026-11-04 22:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(51,'turn','cqgbc4fetsg9',2,34,2,NULL,'{}','2026-11-04 22:53:00.000000','2026-11-04 22:53:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(52,'turn','cqgbc4fetsg9',1,36,1,NULL,'{}','2026-11-04 23:58:00.000000','2026-11-04 23:58:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(53,'turn','cqgbc4fetsg9',1,38,1,NULL,'{}','2026-11-05 01:01:00.000000','2026-11-05 01:03:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(54,'deadline','7pvmeg2nd7c9',2,21,2,NULL,'{}','2026-11-06 01:01:00.000000','2026-11-06 01:01:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(55,'turn','cqgbc4fetsg9',2,39,2,NULL,'{}','2026-11-06 01:01:00.000000','2026-11-06 01:01:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(56,'deadline','cqgbc4fetsg9',1,39,1,NULL,'{}','2026-11-06 01:01:00.000000','2026-11-06 01:01:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(57,'turn','7pvmeg2nd7c9',1,22,1,NULL,'{}','2026-11-06 02:41:00.000000','2026-11-06 02:41:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(58,'turn','cqgbc4fetsg9',2,41,2,NULL,'{}','2026-11-06 02:41:00.000000','2026-11-06 02:41:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(59,'turn','cqgbc4fetsg9',1,43,1,NULL,'{}','2026-11-06 03:29:00.000000','2026-11-06 03:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(60,'turn','cqgbc4fetsg9',2,44,2,NULL,'{}','2026-11-06 03:34:00.000000','2026-11-06 03:34:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(61,'turn','cqgbc4fetsg9',2,46,2,NULL,'{}','2026-11-06 05:36:00.000000','2026-11-06 05:36:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(62,'turn','cqgbc4fetsg9',1,48,1,NULL,'{}','2026-11-06 06:59:00.000000','2026-11-06 06:59:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(63,'turn','cqgbc4fetsg9',2,49,2,NULL,'{}','2026-11-06 07:52:00.000000','2026-11-06 07:52:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(64,'turn','cqgbc4fetsg9',1,51,1,NULL,'{}','2026-11-06 08:46:00.000000','2026-11-06 08:46:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(65,'turn','cqgbc4fetsg9',2,52,2,NULL,'{}','2026-11-06 09:14:00.000000','2026-11-06 09:14:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(66,'turn','cqgbc4fetsg9',1,53,1,NULL,'{}','2026-11-06 09:19:00.000000','2026-11-06 09:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(67,'turn','cqgbc4fetsg9',2,54,2,NULL,'{}','2026-11-06 10:27:00.000000','2026-11-06 10:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(68,'turn','cqgbc4fetsg9',1,56,1,NULL,'{}','2026-11-06 12:03:00.000000','2026-11-06 12:03:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(69,'turn','cqgbc4fetsg9',2,57,2,NULL,'{}','2026-11-06 12:10:00.000000','2026-11-06 12:10:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(70,'turn','cqgbc4fetsg9',1,59,1,NULL,'{}','2026-11-06 14:15:00.000000','2026-11-06 14:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(71,'turn','cqgbc4fetsg9',2,60,2,NULL,'{}','2026-11-06 15:39:00.000000','2026-11-06 15:39:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(72,'turn','cqgbc4fetsg9',1,62,1,NULL,'{}','2026-11-06 17:10:00.000000','2026-11-06 17:10:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(73,'turn','cqgbc4fetsg9',2,63,2,NULL,'{}','2026-11-06 18:24:00.000000','2026-11-06 18:24:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(74,'turn','cqgbc4fetsg9',1,64,1,NULL,'{}','2026-11-06 19:08:00.000000','2026-11-06 19:08:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(75,'turn','cqgbc4fetsg9',2,65,2,NULL,'{}','2026-11-06 20:31:00.000000','2026-11-06 20:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(76,'turn','cqgbc4fetsg9',1,67,1,NULL,'{}','2026-11-06 22:23:00.000000','2026-11-06 22:23:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(77,'turn','cqgbc4fetsg9',2,68,2,NULL,'{}','2026-11-06 23:14:00.000000','2026-11-06 23:14:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(78,'turn','cqgbc4fetsg9',1,70,1,NULL,'{}','2026-11-06 23:56:00.000000','2026-11-06 23:56:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(79,'turn','cqgbc4fetsg9',2,71,2,NULL,'{}','2026-11-07 00:47:00.000000','2026-11-07 00:47:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(80,'turn','cqgbc4fetsg9',1,73,1,NULL,'{}','2026-11-07 01:44:00.000000','2026-11-07 01:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(81,'turn','cqgbc4fetsg9',2,74,2,NULL,'{}','2026-11-07 03:13:00.000000','2026-11-07 03:13:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(82,'turn','7pvmeg2nd7c9',2,23,2,NULL,'{}','2026-11-07 04:06:00.000000','2026-11-07 04:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(83,'deadline','7pvmeg2nd7c9',1,23,1,NULL,'{}','2026-11-07 04:06:00.000000','2026-11-07 04:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(84,'turn','cqgbc4fetsg9',1,76,1,NULL,'{}','2026-11-07 04:06:00.000000','2026-11-07 04:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(85,'turn','cqgbc4fetsg9',2,77,2,NULL,'{}','2026-11-07 04:34:00.000000','2026-11-07 04:34:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(86,'turn','cqgbc4fetsg9',1,79,1,NULL,'{}','2026-11-07 06:44:00.000000','2026-11-07 06:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(87,'turn','cqgbc4fetsg9',2,80,2,NULL,'{}','2026-11-07 07:33:00.000000','2026-11-07 07:33:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(88,'turn','cqgbc4fetsg9',2,82,2,NULL,'{}','2026-11-07 08:01:00.000000','2026-11-07 08:01:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(89,'turn','cqgbc4fetsg9',1,84,1,NULL,'{}','2026-11-07 10:35:00.000000','2026-11-07 10:35:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(90,'deadline','7pvmeg2nd7c9',2,24,2,NULL,'{}','2026-11-08 10:35:00.000000','2026-11-08 10:35:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(91,'turn','cqgbc4fetsg9',2,85,2,NULL,'{}','2026-11-08 10:35:00.000000','2026-11-08 10:35:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(92,'deadline','cqgbc4fetsg9',1,85,1,NULL,'{}','2026-11-08 10:35:00.000000','2026-11-08 10:35:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(93,'turn','cqgbc4fetsg9',2,87,2,NULL,'{}','2026-11-08 11:43:00.000000','2026-11-08 11:43:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(94,'turn','7pvmeg2nd7c9',1,26,1,NULL,'{}','2026-11-08 13:13:00.000000','2026-11-08 13:13:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(95,'turn','cqgbc4fetsg9',2,89,2,NULL,'{}','2026-11-08 13:13:00.000000','2026-11-08 13:13:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(96,'turn','cqgbc4fetsg9',1,91,1,NULL,'{}','2026-11-08 13:58:00.000000','2026-11-08 13:58:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(97,'turn','cqgbc4fetsg9',2,92,2,NULL,'{}','2026-11-08 14:43:00.000000','2026-11-08 14:43:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(98,'turn','cqgbc4fetsg9',1,94,1,NULL,'{}','2026-11-08 16:33:00.000000','2026-11-08 16:33:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(99,'turn','cqgbc4fetsg9',1,97,1,NULL,'{}','2026-11-08 18:15:00.000000','2026-11-08 18:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(100,'turn','7pvmeg2nd7c9',2,27,2,NULL,'{}','2026-11-09 18:15:00.000000','2026-11-09 18:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(101,'deadline','7pvmeg2nd7c9',1,27,1,NULL,'{}','2026-11-09 18:15:00.000000','2026-11-09 18:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(102,'turn','cqgbc4fetsg9',2,98,2,NULL,'{}','2026-11-09 18:15:00.000000','2026-11-09 18:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(103,'deadline','cqgbc4fetsg9',1,98,1,NULL,'{}','2026-11-09 18:15:00.000000','2026-11-09 18:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(104,'turn','cqgbc4fetsg9',1,100,1,NULL,'{}','2026-11-09 20:41:00.000000','2026-11-09 20:41:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(105,'turn','cqgbc4fetsg9',1,103,1,NULL,'{}','2026-11-09 21:46:00.000000','2026-11-09 21:47:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(106,'turn','cqgbc4fetsg9',2,104,2,NULL,'{}','2026-11-09 23:07:00.000000','2026-11-09 23:07:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(107,'turn','cqgbc4fetsg9',1,106,1,NULL,'{}','2026-11-10 01:24:00.000000','2026-11-10 01:24:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(108,'turn','cqgbc4fetsg9',1,108,1,NULL,'{}','2026-11-10 02:28:00.000000','2026-11-10 02:28:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(109,'turn','cqgbc4fetsg9',1,110,1,NULL,'{}','2026-11-10 03:31:00.000000','2026-11-10 03:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(110,'turn','cqgbc4fetsg9',1,112,1,NULL,'{}','2026-11-10 05:45:00.000000','2026-11-10 05:45:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(111,'turn','cqgbc4fetsg9',2,113,2,NULL,'{}','2026-11-10 05:46:00.000000','2026-11-10 05:46:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(112,'turn','cqgbc4fetsg9',1,115,1,NULL,'{}','2026-11-10 07:24:00.000000','2026-11-10 07:24:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(113,'turn','cqgbc4fetsg9',1,117,1,NULL,'{}','2026-11-10 09:35:00.000000','2026-11-10 09:35:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(114,'turn','cqgbc4fetsg9',2,118,2,NULL,'{}','2026-11-10 09:45:00.000000','2026-11-10 09:45:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(115,'turn','cqgbc4fetsg9',1,120,1,NULL,'{}','2026-11-10 11:44:00.000000','2026-11-10 11:44:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(116,'turn','cqgbc4fetsg9',2,121,2,NULL,'{}','2026-11-10 11:45:00.000000','2026-11-10 11:45:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(117,'result','cqgbc4fetsg9',1,122,1,NULL,'{}','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(118,'result','cqgbc4fetsg9',2,122,2,NULL,'{}','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(119,'expiring','f5ppvcqq3sgb',0,0,1,NULL,'{}','2026-11-10 12:26:00.000000','2026-11-23 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(120,'invitation','f5ppvcqq3sgb',2,NULL,NULL,'ben@example.org','{}','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(121,'start','f5ppvcqq3sgb',1,0,1,NULL,'{}','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(122,'start','f5ppvcqq3sgb',2,0,2,NULL,'{}','2026-11-10 12:26:00.000000','2026-11-10 12:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(123,'turn','f5ppvcqq3sgb',1,1,1,NULL,'{}','2026-11-10 13:39:00.000000','2026-11-10 13:39:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(124,'turn','f5ppvcqq3sgb',2,2,2,NULL,'{}','2026-11-10 14:19:00.000000','2026-11-10 14:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(125,'turn','f5ppvcqq3sgb',1,4,1,NULL,'{}','2026-11-10 16:07:00.000000','2026-11-10 16:07:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(126,'turn','f5ppvcqq3sgb',2,5,2,NULL,'{}','2026-11-10 16:26:00.000000','2026-11-10 16:26:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(127,'turn','f5ppvcqq3sgb',1,7,1,NULL,'{}','2026-11-10 17:31:00.000000','2026-11-10 17:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(128,'turn','f5ppvcqq3sgb',2,8,2,NULL,'{}','2026-11-10 18:27:00.000000','2026-11-10 18:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(129,'deadline','7pvmeg2nd7c9',2,28,2,NULL,'{}','2026-11-10 20:31:00.000000','2026-11-10 20:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(130,'turn','f5ppvcqq3sgb',1,10,1,NULL,'{}','2026-11-10 20:31:00.000000','2026-11-10 20:31:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(131,'turn','f5ppvcqq3sgb',2,11,2,NULL,'{}','2026-11-10 21:19:00.000000','2026-11-10 21:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(132,'turn','f5ppvcqq3sgb',1,13,1,NULL,'{}','2026-11-10 22:56:00.000000','2026-11-10 22:56:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(133,'turn','f5ppvcqq3sgb',2,14,2,NULL,'{}','2026-11-10 23:48:00.000000','2026-11-10 23:48:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(134,'turn','f5ppvcqq3sgb',2,17,2,NULL,'{}','2026-11-11 00:31:00.000000','2026-11-11 00:41:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(135,'turn','7pvmeg2nd7c9',1,30,1,NULL,'{}','2026-11-11 02:12:00.000000','2026-11-11 02:12:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(136,'turn','f5ppvcqq3sgb',1,19,1,NULL,'{}','2026-11-11 02:12:00.000000','2026-11-11 02:12:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(137,'turn','f5ppvcqq3sgb',2,20,2,NULL,'{}','2026-11-11 02:15:00.000000','2026-11-11 02:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(138,'turn','f5ppvcqq3sgb',1,21,1,NULL,'{}','2026-11-11 03:01:00.000000','2026-11-11 03:01:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(139,'turn','f5ppvcqq3sgb',2,22,2,NULL,'{}','2026-11-11 03:22:00.000000','2026-11-11 03:22:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(140,'turn','f5ppvcqq3sgb',1,23,1,NULL,'{}','2026-11-11 04:47:00.000000','2026-11-11 04:47:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(141,'turn','f5ppvcqq3sgb',2,24,2,NULL,'{}','2026-11-11 05:02:00.000000','2026-11-11 05:02:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(142,'turn','f5ppvcqq3sgb',1,25,1,NULL,'{}','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(143,'expiring','ca7zqp2z22ch',0,0,1,NULL,'{}','2026-11-11 06:29:00.000000','2026-11-24 06:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(144,'invitation','ca7zqp2z22ch',2,NULL,NULL,'ben@example.org','{}','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(145,'start','ca7zqp2z22ch',1,0,1,NULL,'{}','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(146,'start','ca7zqp2z22ch',2,0,2,NULL,'{}','2026-11-11 06:29:00.000000','2026-11-11 06:29:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(147,'turn','ca7zqp2z22ch',1,3,1,NULL,'{}','2026-11-11 09:53:00.000000','2026-11-11 09:53:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(148,'turn','ca7zqp2z22ch',1,4,1,NULL,'{}','2026-11-11 11:22:00.000000','2026-11-11 11:32:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(149,'turn','ca7zqp2z22ch',2,5,2,NULL,'{}','2026-11-11 12:25:00.000000','2026-11-11 12:25:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(150,'turn','ca7zqp2z22ch',1,9,1,NULL,'{}','2026-11-11 14:22:00.000000','2026-11-11 14:22:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(151,'turn','ca7zqp2z22ch',2,11,2,NULL,'{}','2026-11-11 15:43:00.000000','2026-11-11 15:43:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(152,'turn','ca7zqp2z22ch',1,15,1,NULL,'{}','2026-11-11 18:09:00.000000','2026-11-11 18:09:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(153,'turn','ca7zqp2z22ch',2,17,2,NULL,'{}','2026-11-11 19:02:00.000000','2026-11-11 19:02:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(154,'turn','ca7zqp2z22ch',1,20,1,NULL,'{}','2026-11-11 20:55:00.000000','2026-11-11 20:55:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(155,'turn','ca7zqp2z22ch',2,22,2,NULL,'{}','2026-11-11 22:07:00.000000','2026-11-11 22:07:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(156,'turn','ca7zqp2z22ch',2,23,2,NULL,'{}','2026-11-11 22:59:00.000000','2026-11-11 23:09:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(157,'turn','ca7zqp2z22ch',1,25,1,NULL,'{}','2026-11-12 00:40:00.000000','2026-11-12 00:40:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(158,'turn','ca7zqp2z22ch',2,27,2,NULL,'{}','2026-11-12 01:25:00.000000','2026-11-12 01:25:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(159,'turn','ca7zqp2z22ch',1,31,1,NULL,'{}','2026-11-12 02:06:00.000000','2026-11-12 02:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(160,'turn','ca7zqp2z22ch',1,32,1,NULL,'{}','2026-11-12 03:28:00.000000','2026-11-12 03:38:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(161,'turn','ca7zqp2z22ch',1,33,1,NULL,'{}','2026-11-12 03:48:00.000000','2026-11-12 03:58:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(162,'turn','ca7zqp2z22ch',1,34,1,NULL,'{}','2026-11-12 04:27:00.000000','2026-11-12 04:37:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(163,'turn','ca7zqp2z22ch',2,35,2,NULL,'{}','2026-11-12 04:48:00.000000','2026-11-12 04:48:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(164,'turn','7pvmeg2nd7c9',2,31,2,NULL,'{}','2026-11-12 06:19:00.000000','2026-11-12 06:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(165,'deadline','7pvmeg2nd7c9',1,31,1,NULL,'{}','2026-11-12 06:19:00.000000','2026-11-12 06:19:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(166,'turn','ca7zqp2z22ch',1,38,1,NULL,'{}','2026-11-12 07:27:00.000000','2026-11-12 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(167,'turn','f5ppvcqq3sgb',2,26,2,NULL,'{}','2026-11-12 07:27:00.000000','2026-11-12 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(168,'deadline','f5ppvcqq3sgb',1,26,1,NULL,'{}','2026-11-12 07:27:00.000000','2026-11-12 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(169,'turn','ca7zqp2z22ch',1,39,1,NULL,'{}','2026-11-12 07:59:00.000000','2026-11-12 08:09:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(170,'deadline','7pvmeg2nd7c9',2,32,2,NULL,'{}','2026-11-13 07:27:00.000000','2026-11-13 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(171,'turn','f5ppvcqq3sgb',1,27,1,NULL,'{}','2026-11-13 07:27:00.000000','2026-11-13 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(172,'deadline','f5ppvcqq3sgb',2,27,2,NULL,'{}','2026-11-13 07:27:00.000000','2026-11-13 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(173,'turn','ca7zqp2z22ch',2,40,2,NULL,'{}','2026-11-13 07:27:00.000000','2026-11-13 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(174,'deadline','ca7zqp2z22ch',1,40,1,NULL,'{}','2026-11-13 07:27:00.000000','2026-11-13 07:27:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(175,'expiring','9mvemuwz2f3m',0,0,1,NULL,'{}','2026-11-13 08:08:00.000000','2026-11-26 08:08:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(176,'invitation','9mvemuwz2f3m',2,NULL,NULL,'ben@example.org','{}','2026-11-13 08:08:00.000000','2026-11-13 08:08:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(177,'start','9mvemuwz2f3m',1,0,1,NULL,'{}','2026-11-13 08:08:00.000000','2026-11-13 08:08:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(178,'start','9mvemuwz2f3m',2,0,2,NULL,'{}','2026-11-13 08:08:00.000000','2026-11-13 08:08:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(179,'turn','9mvemuwz2f3m',1,2,1,NULL,'{}','2026-11-13 09:39:00.000000','2026-11-13 09:39:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(180,'turn','7pvmeg2nd7c9',1,34,1,NULL,'{}','2026-11-13 09:39:00.000000','2026-11-13 09:39:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(181,'turn','ca7zqp2z22ch',1,43,1,NULL,'{}','2026-11-13 09:39:00.000000','2026-11-13 09:39:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(182,'turn','9mvemuwz2f3m',2,3,2,NULL,'{}','2026-11-13 10:16:00.000000','2026-11-13 10:16:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(183,'turn','9mvemuwz2f3m',1,5,1,NULL,'{}','2026-11-13 10:56:00.000000','2026-11-13 10:56:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(184,'turn','9mvemuwz2f3m',2,6,2,NULL,'{}','2026-11-13 11:07:00.000000','2026-11-13 11:07:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(185,'turn','9mvemuwz2f3m',1,8,1,NULL,'{}','2026-11-13 12:38:00.000000','2026-11-13 12:38:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(186,'turn','9mvemuwz2f3m',2,9,2,NULL,'{}','2026-11-13 13:06:00.000000','2026-11-13 13:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(187,'resigned','9mvemuwz2f3m',1,10,1,NULL,'{}','2026-11-13 13:06:00.000000','2026-11-13 13:06:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(188,'turn','9mvemuwz2f3m',1,12,1,NULL,'{}','2026-11-13 14:20:00.000000','2026-11-13 14:20:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(189,'turn','9mvemuwz2f3m',1,14,1,NULL,'{}','2026-11-13 16:15:00.000000','2026-11-13 16:15:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(190,'turn','9mvemuwz2f3m',1,16,1,NULL,'{}','2026-11-13 17:58:00.000000','2026-11-13 17:58:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(191,'expiring','7d98j39pdtjd',0,0,1,NULL,'{}','2026-11-13 17:58:00.000000','2026-11-26 17:58:00.000000','queued',0,NULL,'',NULL);
INSERT INTO "outbox" VALUES(192,'invitation','7d98j39pdtjd',2,NULL,NULL,'cho@example.org','{}','2026-11-13 17:58:00.000000','2026-11-13 17:58:00.000000','queued',0,NULL,'',NULL);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	address VARCHAR, 
	address_key VARCHAR, 
	language VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	epoch INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_address_key UNIQUE (address_key)
);
INSERT INTO "player" VALUES(1,'Ann','ann@example.org','ann@example.org','en','Europe/Berlin',0,'2026-11-01 12:00:00.000000');
INSERT INTO "player" VALUES(2,'Ben','ben@example.org','ben@example.org','en','Asia/Tokyo',0,'2026-11-01 12:00:00.000000');
CREATE TABLE refusal (
	address_key VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_refusal PRIMARY KEY (address_key)
);
CREATE TABLE seat (
	match_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	player_id INTEGER, 
	bot BOOLEAN NOT NULL, 
	address VARCHAR, 
	phrase VARCHAR, 
	epoch INTEGER NOT NULL, 
	stand_in VARCHAR, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_seat_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_seat_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "seat" VALUES('7pvmeg2nd7c9',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('7pvmeg2nd7c9',2,'Ben',2,0,NULL,'ben''s phrase',1,NULL);
INSERT INTO "seat" VALUES('7pvmeg2nd7c9',3,'Duke',NULL,1,NULL,'',0,NULL);
INSERT INTO "seat" VALUES('cqgbc4fetsg9',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('cqgbc4fetsg9',2,'Ben',2,0,NULL,'ben''s phrase',1,NULL);
INSERT INTO "seat" VALUES('cqgbc4fetsg9',3,'Django',NULL,1,NULL,'',0,NULL);
INSERT INTO "seat" VALUES('f5ppvcqq3sgb',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('f5ppvcqq3sgb',2,'Ben',2,0,NULL,'ben''s phrase',1,NULL);
INSERT INTO "seat" VALUES('f5ppvcqq3sgb',3,'Billie',NULL,1,NULL,'',0,NULL);
INSERT INTO "seat" VALUES('ca7zqp2z22ch',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('ca7zqp2z22ch',2,'Ben',2,0,NULL,'ben''s phrase',1,NULL);
INSERT INTO "seat" VALUES('ca7zqp2z22ch',3,'Django',NULL,1,NULL,'',0,NULL);
INSERT INTO "seat" VALUES('9mvemuwz2f3m',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('9mvemuwz2f3m',2,'Ben',NULL,0,NULL,'ben''s phrase',2,'deadline');
INSERT INTO "seat" VALUES('9mvemuwz2f3m',3,'Miles',NULL,1,NULL,'',0,NULL);
INSERT INTO "seat" VALUES('7d98j39pdtjd',1,'Ann',1,0,NULL,'old phrase',0,NULL);
INSERT INTO "seat" VALUES('7d98j39pdtjd',2,'',NULL,0,'cho@example.org',NULL,0,NULL);
INSERT INTO "seat" VALUES('7d98j39pdtjd',3,'',NULL,0,NULL,NULL,0,NULL);
CREATE TABLE used_token (
	token VARCHAR NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_used_token PRIMARY KEY (token)
);
CREATE INDEX ix_attempt_at ON attempt (at);
CREATE INDEX ix_attempt_key ON attempt ("key");
CREATE INDEX ix_used_token_until ON used_token (until);
CREATE INDEX ix_match_opener_id ON "match" (opener_id);
CREATE INDEX ix_match_status ON "match" (status);
CREATE INDEX ix_decision_due_at ON decision (due_at);
CREATE INDEX ix_outbox_player_id ON outbox (player_id);
CREATE INDEX ix_outbox_status_due_at ON outbox (status, due_at);
CREATE INDEX ix_seat_player_id ON seat (player_id);
COMMIT;
