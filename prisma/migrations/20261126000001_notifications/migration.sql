-- CreateEnum
CREATE TYPE "IncidentKind" AS ENUM ('ENGINE', 'FEED');

-- CreateEnum
CREATE TYPE "NotificationChannel" AS ENUM ('EMAIL', 'TELEGRAM', 'WEBHOOK');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'SENT', 'QUIET', 'DEAD');

-- AlterTable
ALTER TABLE "Trade" ADD COLUMN     "closedAt" TIMESTAMPTZ(3);

UPDATE "Trade" SET "closedAt" = coalesce(
  (SELECT max("updatedAt") FROM "Order" WHERE "Order"."tradeId" = "Trade".id AND purpose = 'EXIT'), "createdAt")
WHERE "exitTime" IS NOT NULL;

-- CreateTable
CREATE TABLE "EngineIncident" (
    "id" UUID NOT NULL,
    "kind" "IncidentKind" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EngineIncident_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationSettings" (
    "userId" UUID NOT NULL,
    "muted" TEXT[],
    "email" TEXT[],
    "telegram" TEXT[],
    "webhook" TEXT[],
    "quietFrom" TEXT,
    "quietUntil" TEXT,
    "telegramChatId" TEXT,
    "sealedTelegramToken" BYTEA,
    "telegramTokenEnding" TEXT,
    "webhookUrl" TEXT,
    "sealedWebhookSecret" BYTEA,
    "sendSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readUntil" TIMESTAMPTZ(3),

    CONSTRAINT "NotificationSettings_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "NotificationRead" (
    "userId" UUID NOT NULL,
    "notificationId" TEXT NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NotificationRead_pkey" PRIMARY KEY ("userId","notificationId")
);

-- CreateTable
CREATE TABLE "NotificationDelivery" (
    "userId" UUID NOT NULL,
    "notificationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "channel" "NotificationChannel" NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "problem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NotificationDelivery_pkey" PRIMARY KEY ("userId","notificationId","channel")
);

-- CreateIndex
CREATE INDEX "Trade_userId_createdAt_idx" ON "Trade"("userId", "createdAt");
CREATE INDEX "EngineIncident_startedAt_idx" ON "EngineIncident"("startedAt");
CREATE INDEX "NotificationDelivery_userId_channel_createdAt_idx" ON "NotificationDelivery"("userId", "channel", "createdAt");
CREATE INDEX "NotificationDelivery_createdAt_idx" ON "NotificationDelivery"("createdAt");
CREATE INDEX "trade_closed_at" ON "Trade" ("userId", "closedAt") WHERE "closedAt" IS NOT NULL;
CREATE INDEX "KillSwitch_scopeId_createdAt_idx" ON "KillSwitch"("scopeId", "createdAt");
CREATE INDEX "delivery_due" ON "NotificationDelivery" ("nextAttemptAt") WHERE "status" = 'PENDING';
-- However many gateways see it, an incident is one.
CREATE UNIQUE INDEX "incident_under_way" ON "EngineIncident" ("kind") WHERE "endedAt" IS NULL;

-- AddForeignKey
ALTER TABLE "NotificationSettings" ADD CONSTRAINT "NotificationSettings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "NotificationRead" ADD CONSTRAINT "NotificationRead_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "NotificationDelivery" ADD CONSTRAINT "NotificationDelivery_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What there is to tell each user, in real time: read off the facts, so that each is told exactly once and nothing is written twice.
-- The id is what happened and to which row; gateway/notifications/describeNotifications.ts puts it into words. Who reads it bounds "at",
-- which leaves out what has not happened. The two long arms have no condition of their own: only so PostgreSQL reads them in order of an index.
CREATE VIEW "Notification" AS
SELECT 'opened:' || id AS id, "userId", 'TRADE_OPENED' AS kind, "createdAt" AS at FROM "Trade"
UNION ALL
SELECT 'closed:' || id, "userId", CASE status WHEN 'STOPLOSS_HIT' THEN 'STOP_HIT' ELSE 'TRADE_CLOSED' END, "closedAt"
FROM "Trade"
UNION ALL
SELECT 'denied:' || id, "userId", 'TRADE_DENIED', "createdAt" FROM "Denial"
UNION ALL
-- Who waited for it knows.
SELECT 'backtest:' || id, "userId", 'BACKTEST_DONE', "endedAt"
FROM "BacktestRun" WHERE status IN ('DONE', 'FAILED') AND "endedAt" > "createdAt" + interval '30 seconds'
UNION ALL
SELECT 'security:' || sequence, "accountId", 'ACCOUNT_SECURITY', at
FROM "AuditEntry" WHERE action IN ('PASSWORD_CHANGED', 'PASSWORD_RESET', 'EMAIL_CHANGED', 'TWO_FACTOR_ON', 'TWO_FACTOR_OFF',
  'RECOVERY_CODE_USED', 'RECOVERY_CODES_RENEWED', 'SESSION_TOKEN_REUSED', 'ROLE_CHANGED')
  OR (action = 'SIGNED_IN' AND (details->>'newDevice')::boolean)
UNION ALL
SELECT 'stopped:' || id, "scopeId", 'EMERGENCY_STOP', "createdAt" FROM "KillSwitch" WHERE scope = 'USER'
UNION ALL
SELECT 'lifted:' || id, "scopeId", 'EMERGENCY_STOP', "liftedAt" FROM "KillSwitch" WHERE scope = 'USER' AND "liftedAt" IS NOT NULL
UNION ALL
SELECT event || kill.id, account.id, 'EMERGENCY_STOP', event_at
FROM "User" account
JOIN "KillSwitch" kill ON kill.scope <> 'USER' AND kill."createdAt" > account."createdAt" AND (kill.scope = 'GLOBAL' OR EXISTS (
  SELECT FROM "Subscription" taken WHERE taken."userId" = account.id AND taken."strategyId" = kill."scopeId"
    AND taken."createdAt" < kill."createdAt" AND (taken."endedAt" IS NULL OR taken."endedAt" > kill."createdAt")))
CROSS JOIN LATERAL (VALUES ('stopped:', kill."createdAt"), ('lifted:', kill."liftedAt")) AS happened(event, event_at)
WHERE event_at IS NOT NULL
UNION ALL
SELECT 'version:' || given."strategyId" || ':' || given.version, taken."userId", 'STRATEGY_CHANGED', given."createdAt"
FROM "Subscription" taken
JOIN "StrategyVersion" given ON given."strategyId" = taken."strategyId" AND given.version > 1
  AND given."createdAt" > taken."createdAt" AND (taken."endedAt" IS NULL OR given."createdAt" < taken."endedAt")
UNION ALL
SELECT 'archived:' || strategy.id, taken."userId", 'STRATEGY_CHANGED', strategy."archivedAt"
FROM "Subscription" taken
JOIN "Strategy" strategy ON strategy.id = taken."strategyId"
  AND strategy."archivedAt" > taken."createdAt" AND (taken."endedAt" IS NULL OR strategy."archivedAt" <= taken."endedAt")
UNION ALL
SELECT event || incident.id, account.id, 'ENGINE_STATE', event_at
FROM "User" account
JOIN "EngineIncident" incident ON incident."startedAt" > account."createdAt"
CROSS JOIN LATERAL (VALUES ('lost:', incident."startedAt"), ('back:', incident."endedAt")) AS happened(event, event_at)
WHERE event_at IS NOT NULL;
