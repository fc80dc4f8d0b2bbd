-- What the AI trading agent proposes to users who want to be asked before each trade, and what they confirmed for it to trade live.
CREATE TYPE "AgentAnswer" AS ENUM ('PENDING', 'APPROVED', 'DECLINED', 'EXPIRED');

CREATE TABLE "AgentProposal" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "analysisId" UUID NOT NULL,
    "signalId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "kind" "AgentTradeKind" NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "contract" JSONB NOT NULL,
    "lots" INTEGER NOT NULL,
    "premiumPaise" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "answer" "AgentAnswer" NOT NULL DEFAULT 'PENDING',
    "answeredAt" TIMESTAMPTZ(3),
    "decidedAt" TIMESTAMPTZ(3),
    "tradeId" UUID,
    "denialId" UUID,

    CONSTRAINT "AgentProposal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "AgentProposal_answered" CHECK (("answer" IN ('APPROVED', 'DECLINED')) = ("answeredAt" IS NOT NULL)),
    -- Only what was approved is decided, and then it is a trade or a denial, or the account is gone.
    CONSTRAINT "AgentProposal_decided" CHECK (
        ("decidedAt" IS NULL OR "answer" = 'APPROVED') AND ("decidedAt" IS NOT NULL OR ("tradeId" IS NULL AND "denialId" IS NULL))
        AND ("tradeId" IS NULL OR "denialId" IS NULL)),
    CONSTRAINT "AgentProposal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AgentProposal_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "AgentAnalysis"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "AgentProposal_signalId_fkey" FOREIGN KEY ("signalId") REFERENCES "Signal"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AgentProposal_denialId_fkey" FOREIGN KEY ("denialId") REFERENCES "Denial"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- One proposal of a user for an analysis, however often its verdict comes, and one of an index at a time.
CREATE UNIQUE INDEX "AgentProposal_userId_analysisId_key" ON "AgentProposal"("userId", "analysisId");
CREATE UNIQUE INDEX "AgentProposal_pending" ON "AgentProposal"("userId", "symbol") WHERE "answer" = 'PENDING';
CREATE INDEX "AgentProposal_undecided" ON "AgentProposal"("answeredAt") WHERE "answer" = 'APPROVED' AND "decidedAt" IS NULL;
CREATE INDEX "AgentProposal_userId_createdAt_idx" ON "AgentProposal"("userId", "createdAt" DESC);
CREATE INDEX "AgentProposal_analysisId_idx" ON "AgentProposal"("analysisId");
CREATE INDEX "AgentProposal_signalId_idx" ON "AgentProposal"("signalId");
CREATE INDEX "AgentProposal_denialId_idx" ON "AgentProposal"("denialId");

-- What a user typed: that the agent trades an index live, with at most so many lots, by a version of the model.
CREATE TABLE "AgentConfirmation" (
    "userId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "lots" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentConfirmation_pkey" PRIMARY KEY ("userId", "symbol"),
    CONSTRAINT "AgentConfirmation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Whatever confirms an index or takes that back, the register of live strategies says so in the same transaction. The subscription is there:
-- who may confirm has traded on paper.
CREATE FUNCTION register_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "LiveRegistration" SET "until" = now()
    WHERE "userId" = OLD."userId" AND "since" = OLD."confirmedAt" AND "until" IS NULL
      AND "strategyId" = (SELECT id FROM "Strategy" WHERE agent = 'PROVEN');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "LiveRegistration" ("subscriptionId", "since", "userId", "strategyId", "version", "lots")
    SELECT own.id, NEW."confirmedAt", NEW."userId", own."strategyId", own.version, NEW.lots
    FROM "Subscription" own JOIN "Strategy" strategy ON strategy.id = own."strategyId" AND strategy.agent = 'PROVEN'
    WHERE own."userId" = NEW."userId"
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER register_agent AFTER INSERT OR UPDATE OR DELETE ON "AgentConfirmation" FOR EACH ROW EXECUTE FUNCTION register_agent();

-- The agent trades live by now: that it does not is no gate any more.
UPDATE "Denial" SET numbers = jsonb_set(numbers, '{gates}', (numbers->'gates') - 'AGENT_LIVE') WHERE reason = 'LIVE_GATES' AND numbers->'gates' ? 'AGENT_LIVE';

-- A proposal is told of, and so is a confirmation.
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
-- Named by its moment, as nobody's two days are lost in the same one.
SELECT 'lossday:' || (extract(epoch FROM at) * 1000)::bigint, "userId", 'DAILY_LOSS', at FROM "DailyLossStop"
UNION ALL
SELECT 'denied:' || id, "userId", 'TRADE_DENIED', "createdAt" FROM "Denial"
UNION ALL
SELECT 'proposal:' || id, "userId", 'AGENT_PROPOSAL', "createdAt" FROM "AgentProposal"
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
