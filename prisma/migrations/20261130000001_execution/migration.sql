-- An order whose outcome at the broker nobody knows, that waits for its trigger, or that was asked to change or to end. All of them may
-- still be filled: "isOpen" names the statuses that may not.
ALTER TYPE "OrderStatus" ADD VALUE 'UNKNOWN' AFTER 'SUBMITTED';
ALTER TYPE "OrderStatus" ADD VALUE 'TRIGGER_PENDING' AFTER 'UNKNOWN';
ALTER TYPE "OrderStatus" ADD VALUE 'MODIFY_PENDING' AFTER 'PARTIAL';
ALTER TYPE "OrderStatus" ADD VALUE 'CANCEL_PENDING' AFTER 'MODIFY_PENDING';

-- An order above the freeze quantity is several orders of one trade, each with a number of its own.
ALTER TABLE "Order" ADD COLUMN "slice" INTEGER NOT NULL DEFAULT 0;
DROP INDEX "Order_subscriptionId_signalId_key";
CREATE UNIQUE INDEX "Order_subscriptionId_signalId_slice_key" ON "Order"("subscriptionId", "signalId", "slice");
-- At most one of each number is alive of the exits of a trade, whatever asks for them.
DROP INDEX "order_one_exit_alive";
CREATE UNIQUE INDEX "order_one_exit_alive" ON "Order" ("tradeId", "slice") WHERE "purpose" = 'EXIT' AND "isOpen";

-- Exits that end without selling their trade.
ALTER TABLE "Trade" ADD COLUMN "exitFailures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "exitWanted" "ExitReason",
ADD COLUMN "exitRetryAt" TIMESTAMPTZ(3),
ADD COLUMN "exitFailingAt" TIMESTAMPTZ(3),
ADD COLUMN "exitHandedOverAt" TIMESTAMPTZ(3);
CREATE INDEX "trade_exit_failing_at" ON "Trade" ("userId", "exitFailingAt") WHERE "exitFailingAt" IS NOT NULL;
CREATE INDEX "trade_exit_handed_over_at" ON "Trade" ("userId", "exitHandedOverAt") WHERE "exitHandedOverAt" IS NOT NULL;

CREATE OR REPLACE VIEW "Notification" AS
SELECT 'opened:' || id AS id, "userId", 'TRADE_OPENED' AS kind, "createdAt" AS at FROM "Trade"
UNION ALL
SELECT 'closed:' || id, "userId", CASE status WHEN 'STOPLOSS_HIT' THEN 'STOP_HIT' ELSE 'TRADE_CLOSED' END, "closedAt"
FROM "Trade"
UNION ALL
-- Who must look, and who must close it: the engine does not manage to.
SELECT 'failing:' || id, "userId", 'EXIT_FAILING', "exitFailingAt" FROM "Trade" WHERE "exitFailingAt" IS NOT NULL
UNION ALL
SELECT 'handed:' || id, "userId", 'EXIT_FAILING', "exitHandedOverAt" FROM "Trade" WHERE "exitHandedOverAt" IS NOT NULL
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
