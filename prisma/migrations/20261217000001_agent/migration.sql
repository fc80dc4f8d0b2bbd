-- The AI trading agent: what users have set, the analyses shared by all, and the record by which the gate judges each key.
CREATE TYPE "AgentStep" AS ENUM ('OBSERVE', 'PAPER', 'APPROVE', 'AUTO');
CREATE TYPE "AgentVerdict" AS ENUM ('BUY_CE', 'BUY_PE', 'NO_TRADE');
CREATE TYPE "AgentTradeKind" AS ENUM ('PROVEN', 'EXPLORATORY');

CREATE TABLE "AgentSettings" (
    "userId" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "paperTrade" BOOLEAN NOT NULL DEFAULT true,
    "capitalPaise" BIGINT NOT NULL DEFAULT 10000000,
    "quantityLots" INTEGER NOT NULL DEFAULT 1,
    "riskPerTrade" DOUBLE PRECISION NOT NULL DEFAULT 0.02,
    "analysisIntervalMinutes" INTEGER NOT NULL DEFAULT 5,
    "maxTradesPerDay" INTEGER NOT NULL DEFAULT 3,
    "lookbackPeriod" INTEGER NOT NULL DEFAULT 50,
    "exploration" BOOLEAN NOT NULL DEFAULT true,
    "step" "AgentStep" NOT NULL DEFAULT 'PAPER',
    "symbols" TEXT[] DEFAULT ARRAY['NIFTY']::TEXT[],
    "softDrawdownPaise" BIGINT DEFAULT 500000,
    "hardDrawdownPaise" BIGINT DEFAULT 1000000,
    "countedFrom" TIMESTAMPTZ(3),
    "haltedAt" TIMESTAMPTZ(3),
    "haltReason" TEXT,
    "enabledAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentSettings_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "AgentAnalysis" (
    "id" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "symbol" TEXT NOT NULL,
    "lookback" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "candleAt" TIMESTAMPTZ(3) NOT NULL,
    "verdict" "AgentVerdict" NOT NULL,
    "reason" TEXT,
    "record" JSON NOT NULL,
    "prevHash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentAnalysis_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AgentKey" (
    "market" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "lookback" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "stakes" DOUBLE PRECISION[],
    "evidence" DOUBLE PRECISION NOT NULL,
    "peak" DOUBLE PRECISION NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "openedOn" DATE,
    "closedOn" DATE,
    "scans" INTEGER NOT NULL,
    "leads" INTEGER NOT NULL,
    "shadowTrades" INTEGER NOT NULL,
    "report" JSONB NOT NULL,
    "state" JSONB NOT NULL,
    "walked" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,
    "scannedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentKey_pkey" PRIMARY KEY ("market","symbol","lookback","version")
);

CREATE TABLE "AgentShadowTrade" (
    "market" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "lookback" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "boughtAt" TIMESTAMPTZ(3) NOT NULL,
    "soldAt" TIMESTAMPTZ(3) NOT NULL,
    "side" TEXT NOT NULL,
    "entryPaise" BIGINT NOT NULL,
    "exitPaise" BIGINT NOT NULL,
    "net" DOUBLE PRECISION NOT NULL,
    "evidence" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "AgentShadowTrade_pkey" PRIMARY KEY ("market","symbol","lookback","version","boughtAt")
);

CREATE TABLE "AgentTrade" (
    "tradeId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "analysisId" UUID NOT NULL,
    "kind" "AgentTradeKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentTrade_pkey" PRIMARY KEY ("tradeId")
);

CREATE TABLE "AgentRequest" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "lookback" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "analysisId" UUID,
    "problem" TEXT,

    CONSTRAINT "AgentRequest_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AgentService" (
    "market" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "scannedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "analyses" INTEGER NOT NULL DEFAULT 0,
    "tookMs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "AgentService_pkey" PRIMARY KEY ("market")
);

CREATE INDEX "AgentSettings_enabled_idx" ON "AgentSettings"("enabled");
CREATE UNIQUE INDEX "AgentAnalysis_market_number_key" ON "AgentAnalysis"("market", "number");
CREATE UNIQUE INDEX "AgentAnalysis_market_symbol_lookback_version_candleAt_key" ON "AgentAnalysis"("market", "symbol", "lookback", "version", "candleAt");
CREATE UNIQUE INDEX "AgentTrade_userId_analysisId_key" ON "AgentTrade"("userId", "analysisId");
CREATE INDEX "AgentTrade_analysisId_idx" ON "AgentTrade"("analysisId");
CREATE INDEX "AgentRequest_userId_createdAt_idx" ON "AgentRequest"("userId", "createdAt" DESC);
CREATE INDEX "AgentRequest_analysisId_idx" ON "AgentRequest"("analysisId");

ALTER TABLE "AgentSettings" ADD CONSTRAINT "AgentSettings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AgentTrade" ADD CONSTRAINT "AgentTrade_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AgentTrade" ADD CONSTRAINT "AgentTrade_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "AgentAnalysis"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "AgentAnalysis"("id") ON DELETE SET NULL ON UPDATE CASCADE;
