-- Attempts and their times are of jobs. What is on its way gets one.
INSERT INTO "Outbox" ("job", "payload", "events")
SELECT 'delivery.send', json_build_object('userId', "userId", 'notificationId', "notificationId", 'channel', "channel")::text, 0
FROM "NotificationDelivery" WHERE "status" = 'PENDING' ORDER BY "nextAttemptAt";
DROP INDEX "delivery_due";
ALTER TABLE "NotificationDelivery" DROP COLUMN "attempts", DROP COLUMN "nextAttemptAt";
