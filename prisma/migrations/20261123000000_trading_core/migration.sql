-- Exits
ALTER TYPE "ExitReason" ADD VALUE 'TRAILING_STOP' AFTER 'STOP';
ALTER TYPE "ExitReason" ADD VALUE 'OPPOSITE_SIGNAL' AFTER 'TRAILING_STOP';
ALTER TYPE "ExitReason" ADD VALUE 'MANUAL' AFTER 'SESSION_END';
ALTER TYPE "ExitReason" ADD VALUE 'EMERGENCY' AFTER 'MANUAL';

-- The account and its limits
ALTER TABLE "User" ADD COLUMN "paperFundsPaise" BIGINT NOT NULL DEFAULT 100000000,
ADD COLUMN "paperRealisedPaise" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "maxDailyLossPaise" BIGINT DEFAULT 2500000,
ADD COLUMN "maxOpenTrades" INTEGER NOT NULL DEFAULT 20;
UPDATE "User" SET "paperRealisedPaise" = earned.net
FROM (SELECT "userId", sum("netPaise") AS net FROM "Trade" WHERE "netPaise" IS NOT NULL GROUP BY "userId") AS earned
WHERE "User".id = earned."userId";

-- A strategy's trailing stop, a subscription's own settings
ALTER TABLE "Strategy" ADD COLUMN "trailingStopPercent" DOUBLE PRECISION;
-- Nothing was held against it before; the built-in strategies' stops of 20 % are to stay what they are.
UPDATE "Strategy" SET "riskPerTradePaise" = 500000 WHERE "type" <> 'custom' AND "riskPerTradePaise" = 100000;
ALTER TABLE "Subscription" ADD COLUMN "windowStart" TEXT,
ADD COLUMN "windowEnd" TEXT,
ADD COLUMN "maxTrades" INTEGER,
ADD COLUMN "quantity" INTEGER,
ADD COLUMN "instruments" TEXT[],
ADD COLUMN "riskPercent" DOUBLE PRECISION,
ADD COLUMN "stopLossPaise" BIGINT,
ADD COLUMN "takeProfitPaise" BIGINT;
UPDATE "Subscription" SET "instruments" = '{}';

-- Orders: all terms in one, values of partial fills
ALTER TABLE "Order" ADD COLUMN "terms" JSONB,
ADD COLUMN "filledValuePaise" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "reservedPaise" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "note" TEXT;
UPDATE "Order" SET "filledValuePaise" = filled.value
FROM (SELECT "orderId", sum(quantity * "pricePaise") AS value FROM "Fill" GROUP BY "orderId") AS filled
WHERE filled."orderId" = "Order".id;
-- A risk no trade can reach: trades decided before had none.
UPDATE "Order" SET "terms" = jsonb_build_object(
  'takeProfit', jsonb_build_object('unit', 'PERCENT', 'value', "takeProfitPercent"),
  'stopLoss', jsonb_build_object('unit', 'PERCENT', 'value', "stopLossPercent"),
  'trailingStopPercent', NULL,
  'risk', 100000000000,
  'windowEndsAt', (extract(epoch FROM "windowEndsAt") * 1000)::bigint)
WHERE "purpose" = 'ENTRY';
ALTER TABLE "Order" DROP CONSTRAINT "order_terms_of_entry",
DROP COLUMN "takeProfitPercent", DROP COLUMN "stopLossPercent", DROP COLUMN "windowEndsAt";
ALTER TABLE "Order" ADD CONSTRAINT "order_terms_of_entry" CHECK (("purpose" = 'ENTRY') = ("terms" IS NOT NULL));
ALTER TABLE "Order" ADD CONSTRAINT "order_reserves_for_entry" CHECK ("reservedPaise" >= 0 AND ("purpose" = 'ENTRY' OR "reservedPaise" = 0));
-- At most one exit order of a trade is alive, whatever asks for it.
DROP INDEX "order_one_exit_per_trade";
CREATE UNIQUE INDEX "order_one_exit_alive" ON "Order" ("tradeId")
  WHERE "purpose" = 'EXIT' AND "status" NOT IN ('FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED');

-- Trades: terms, partial exits
ALTER TABLE "Trade" ADD COLUMN "terms" JSONB,
ADD COLUMN "exitQuantity" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "exitValuePaise" BIGINT NOT NULL DEFAULT 0;
UPDATE "Trade" SET "terms" = coalesce(
  (SELECT "terms" FROM "Order" entry WHERE entry."tradeId" = "Trade".id AND entry."purpose" = 'ENTRY'),
  jsonb_build_object(
    'takeProfit', jsonb_build_object('unit', 'PERCENT', 'value', 100),
    'stopLoss', jsonb_build_object('unit', 'PERCENT', 'value', 50),
    'trailingStopPercent', NULL,
    'risk', 100000000000,
    'windowEndsAt', (extract(epoch FROM "windowEndsAt") * 1000)::bigint));
UPDATE "Trade" SET "exitQuantity" = "quantity", "exitValuePaise" = "exitPricePaise" * "quantity" WHERE "exitPricePaise" IS NOT NULL;
ALTER TABLE "Trade" ALTER COLUMN "terms" SET NOT NULL, DROP COLUMN "windowEndsAt";
ALTER TABLE "Trade" ADD CONSTRAINT "trade_exit_within_quantity" CHECK ("exitQuantity" BETWEEN 0 AND "quantity");
CREATE INDEX "Trade_userId_exitTime_idx" ON "Trade"("userId", "exitTime");

-- People stopping the machine
CREATE TYPE "KillScope" AS ENUM ('USER', 'STRATEGY', 'GLOBAL');
CREATE TABLE "KillSwitch" (
    "id" UUID NOT NULL,
    "scope" "KillScope" NOT NULL,
    "scopeId" UUID,
    "squareOff" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "liftedAt" TIMESTAMPTZ(3),

    CONSTRAINT "KillSwitch_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "kill_switch_scope" CHECK (("scope" = 'GLOBAL') = ("scopeId" IS NULL))
);
CREATE UNIQUE INDEX "kill_switch_in_force" ON "KillSwitch" ("scope", "scopeId") NULLS NOT DISTINCT WHERE "liftedAt" IS NULL;

CREATE TABLE "ExitRequest" (
    "tradeId" UUID NOT NULL,
    "reason" "ExitReason" NOT NULL,
    "by" TEXT NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ExitRequest_pkey" PRIMARY KEY ("tradeId"),
    CONSTRAINT "ExitRequest_tradeId_fkey" FOREIGN KEY ("tradeId") REFERENCES "Trade"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Engine nodes
CREATE TABLE "Lease" (
    "partition" INTEGER NOT NULL,
    "owner" UUID NOT NULL,
    "token" BIGINT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("partition")
);
INSERT INTO "Lease" SELECT partition, '00000000-0000-0000-0000-000000000000', 0, to_timestamp(0) FROM generate_series(0, 63) AS partition;
CREATE TABLE "EngineNode" (
    "id" UUID NOT NULL,
    "key" INTEGER NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EngineNode_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "EngineNode_key_key" ON "EngineNode"("key");
-- The sixty-fourth of the users that a user belongs to.
CREATE FUNCTION user_partition("userId" UUID) RETURNS INTEGER LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN get_byte(uuid_send("userId"), 15) & 63;

-- Backtests asked for through the API
CREATE TYPE "BacktestStatus" AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED');
CREATE TABLE "BacktestRun" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "strategyId" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "status" "BacktestStatus" NOT NULL DEFAULT 'QUEUED',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "result" JSONB,
    "problem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "BacktestRun_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "BacktestRun_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "BacktestRun_strategyId_fkey" FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "BacktestRun_userId_createdAt_idx" ON "BacktestRun"("userId", "createdAt" DESC);
CREATE INDEX "BacktestRun_status_idx" ON "BacktestRun"("status");
