-- What follows when the owner of a live trade cancels its protective stop in the broker's app: it is placed again, or the trade is his.
CREATE TYPE "RemovedStop" AS ENUM ('RESTORE', 'LET_GO');
ALTER TABLE "User" ADD COLUMN "removedStop" "RemovedStop" NOT NULL DEFAULT 'RESTORE';
ALTER TABLE "Trade" ADD COLUMN "letGoAt" TIMESTAMPTZ(3);
CREATE INDEX "trade_let_go_at" ON "Trade" ("userId", "letGoAt") WHERE "letGoAt" IS NOT NULL;

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
-- Whose owner has removed its protective stop, and closes it himself.
SELECT 'letgo:' || id, "userId", 'LIVE_TRADING', "letGoAt" FROM "Trade" WHERE "letGoAt" IS NOT NULL
UNION ALL
-- Named by its moment, as nobody's two days are lost in the same one.
SELECT 'lossday:' || (extract(epoch FROM at) * 1000)::bigint, "userId", 'DAILY_LOSS', at FROM "DailyLossStop"
UNION ALL
SELECT 'denied:' || id, "userId", 'TRADE_DENIED', "createdAt" FROM "Denial"
UNION ALL
SELECT 'proposal:' || id, "userId", 'AGENT_PROPOSAL', "createdAt" FROM "AgentProposal"
UNION ALL
SELECT 'firstorder:' || id, "userId", 'LIVE_TRADING', "createdAt" FROM "FirstOrder"
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
SELECT 'broker:' || sequence, "accountId", 'BROKER_SESSION', at
FROM "AuditEntry" WHERE action IN ('BROKER_SESSION_ENDED', 'BROKER_SIGN_IN_REFUSED')
UNION ALL
SELECT 'live:' || sequence, "accountId", 'LIVE_TRADING', at
FROM "AuditEntry" WHERE action IN ('LIVE_TRADING_ON', 'LIVE_TRADING_RESUMED', 'AGENT_LIVE_CONFIRMED')
UNION ALL
SELECT 'fill:' || incident.kind || ':' || incident."fillId", ordered."userId", 'LIVE_TRADING', incident."createdAt"
FROM "FillIncident" incident JOIN "Order" ordered ON ordered.id = incident."orderId"
UNION ALL
-- One for a trade, however many of its orders were refused.
SELECT 'refused:' || "tradeId", "userId", 'LIVE_TRADING', min("refusedAt")::timestamptz(3) FROM "Order" WHERE "refusedAt" IS NOT NULL GROUP BY "tradeId", "userId"
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
-- Those of later kinds concern who runs the installation.
JOIN "EngineIncident" incident ON incident."startedAt" > account."createdAt"
  AND (account.role = 'admin' OR incident.kind IN ('ENGINE', 'FEED', 'BOOKS'))
CROSS JOIN LATERAL (VALUES ('lost:', incident."startedAt"), ('back:', incident."endedAt")) AS happened(event, event_at)
WHERE event_at IS NOT NULL;
