-- What strategies and subscriptions have come to, so that no screen adds up trades.
CREATE TYPE "PerformanceRunKind" AS ENUM ('SCHEDULED', 'FINAL', 'TRIGGERED');

CREATE TABLE "PerformanceScheduler" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "isRunning" BOOLEAN NOT NULL DEFAULT true,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PerformanceScheduler_pkey" PRIMARY KEY ("id")
);
INSERT INTO "PerformanceScheduler" DEFAULT VALUES;

CREATE TABLE "PerformanceRun" (
    "id" UUID NOT NULL,
    "kind" "PerformanceRunKind" NOT NULL,
    "market" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "results" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,

    CONSTRAINT "PerformanceRun_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PerformanceRun_market_dueAt_key" ON "PerformanceRun"("market", "dueAt");
CREATE INDEX "PerformanceRun_endedAt_idx" ON "PerformanceRun"("endedAt");

CREATE TABLE "UncountedResult" (
    "id" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    "tradeId" UUID NOT NULL,
    "trades" INTEGER NOT NULL,
    "gained" INTEGER NOT NULL,
    "grossPaise" BIGINT NOT NULL,
    "netPaise" BIGINT NOT NULL,
    "lotGrossPaise" BIGINT NOT NULL,
    "lotNetPaise" BIGINT NOT NULL,
    "lotFundsPaise" BIGINT NOT NULL,

    CONSTRAINT "UncountedResult_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SignalResult" (
    "signalId" UUID NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "day" DATE NOT NULL,
    "trades" INTEGER NOT NULL,
    "lotGrossPaise" BIGINT NOT NULL,
    "lotNetPaise" BIGINT NOT NULL,
    "lotFundsPaise" BIGINT NOT NULL,

    CONSTRAINT "SignalResult_pkey" PRIMARY KEY ("signalId", "mode")
);

CREATE TABLE "StrategyDay" (
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "day" DATE NOT NULL,
    "trades" INTEGER NOT NULL,
    "gained" INTEGER NOT NULL,
    "grossPaise" BIGINT NOT NULL,
    "netPaise" BIGINT NOT NULL,
    "fundsPaise" BIGINT NOT NULL,
    "equityPaise" BIGINT NOT NULL,
    "highPaise" BIGINT NOT NULL,
    "worstDrawdownPaise" BIGINT NOT NULL,
    "streak" INTEGER NOT NULL,
    "longestGain" INTEGER NOT NULL,
    "longestLoss" INTEGER NOT NULL,

    CONSTRAINT "StrategyDay_pkey" PRIMARY KEY ("strategyId", "version", "market", "mode", "day")
);

CREATE TABLE "StrategyPerformance" (
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "trades" INTEGER NOT NULL,
    "gained" INTEGER NOT NULL,
    "grossPaise" BIGINT NOT NULL,
    "netPaise" BIGINT NOT NULL,
    "worstDrawdownPaise" BIGINT NOT NULL,
    "longestGain" INTEGER NOT NULL,
    "longestLoss" INTEGER NOT NULL,
    "firstDay" DATE NOT NULL,
    "lastDay" DATE NOT NULL,

    CONSTRAINT "StrategyPerformance_pkey" PRIMARY KEY ("strategyId", "version", "market", "mode")
);

CREATE TABLE "SubscriptionPerformance" (
    "subscriptionId" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "trades" INTEGER NOT NULL,
    "gained" INTEGER NOT NULL,
    "grossPaise" BIGINT NOT NULL,
    "netPaise" BIGINT NOT NULL,

    CONSTRAINT "SubscriptionPerformance_pkey" PRIMARY KEY ("subscriptionId", "market", "mode")
);

ALTER TABLE "StrategyDay" ADD CONSTRAINT "StrategyDay_strategyId_version_fkey" FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StrategyPerformance" ADD CONSTRAINT "StrategyPerformance_strategyId_version_fkey" FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SubscriptionPerformance" ADD CONSTRAINT "SubscriptionPerformance_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever changes the result of a trade notes by how much in the same transaction: every change is counted once, whoever makes it and
-- whenever it commits.
CREATE FUNCTION note_result() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE was "Trade"; lots INTEGER := greatest(NEW.lots, 1); had INTEGER := 1;
BEGIN
  IF TG_OP = 'UPDATE' THEN was := OLD; had := greatest(OLD.lots, 1); END IF;
  INSERT INTO "UncountedResult" ("tradeId", trades, gained, "grossPaise", "netPaise", "lotGrossPaise", "lotNetPaise", "lotFundsPaise")
  VALUES (
    NEW.id,
    (NEW."netPaise" IS NOT NULL)::int - (was."netPaise" IS NOT NULL)::int,
    (coalesce(NEW."grossPaise", 0) > 0)::int - (coalesce(was."grossPaise", 0) > 0)::int,
    coalesce(NEW."grossPaise", 0) - coalesce(was."grossPaise", 0),
    coalesce(NEW."netPaise", 0) - coalesce(was."netPaise", 0),
    round(coalesce(NEW."grossPaise", 0)::numeric / lots) - round(coalesce(was."grossPaise", 0)::numeric / had),
    round(coalesce(NEW."netPaise", 0)::numeric / lots) - round(coalesce(was."netPaise", 0)::numeric / had),
    CASE WHEN NEW."netPaise" IS NULL THEN 0 ELSE round(NEW."fundUsedPaise"::numeric / lots) END
      - CASE WHEN was."netPaise" IS NULL THEN 0 ELSE round(was."fundUsedPaise"::numeric / had) END
  );
  RETURN NULL;
END $$;
CREATE TRIGGER note_inserted_result AFTER INSERT ON "Trade" FOR EACH ROW WHEN (NEW."netPaise" IS NOT NULL) EXECUTE FUNCTION note_result();
CREATE TRIGGER note_changed_result AFTER UPDATE ON "Trade" FOR EACH ROW
  WHEN ((OLD."netPaise", OLD."grossPaise") IS DISTINCT FROM (NEW."netPaise", NEW."grossPaise")) EXECUTE FUNCTION note_result();

INSERT INTO "UncountedResult" ("tradeId", trades, gained, "grossPaise", "netPaise", "lotGrossPaise", "lotNetPaise", "lotFundsPaise")
SELECT id, 1, (coalesce("grossPaise", 0) > 0)::int, coalesce("grossPaise", 0), "netPaise",
  round(coalesce("grossPaise", 0)::numeric / greatest(lots, 1)), round("netPaise"::numeric / greatest(lots, 1)),
  round("fundUsedPaise"::numeric / greatest(lots, 1))
FROM "Trade" WHERE "netPaise" IS NOT NULL;
