-- CreateEnum
CREATE TYPE "Role" AS ENUM ('user', 'admin');

-- CreateEnum
CREATE TYPE "TradeMode" AS ENUM ('PAPER', 'LIVE');

-- CreateEnum
CREATE TYPE "SignalSide" AS ENUM ('LONG', 'SHORT');

-- CreateEnum
CREATE TYPE "TradeStatus" AS ENUM ('RUNNING', 'TARGET_HIT', 'STOPLOSS_HIT', 'COMPLETED');

-- CreateEnum
CREATE TYPE "ExitReason" AS ENUM ('TARGET', 'STOP', 'WINDOW_END', 'SESSION_END', 'MARKET_CHANGED');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "OrderPurpose" AS ENUM ('ENTRY', 'EXIT');

-- CreateEnum
CREATE TYPE "OrderSide" AS ENUM ('BUY', 'SELL');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "role" "Role" NOT NULL DEFAULT 'user',
    "tradingIndex" TEXT NOT NULL DEFAULT 'NIFTY',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RefreshToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RefreshToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Strategy" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'custom',
    "category" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "isActive" BOOLEAN NOT NULL DEFAULT false,
    "isPublic" BOOLEAN NOT NULL DEFAULT false,
    "windowStart" TEXT NOT NULL DEFAULT '09:15',
    "windowEnd" TEXT NOT NULL DEFAULT '15:30',
    "maxTrades" INTEGER NOT NULL DEFAULT 5,
    "riskPerTradePaise" BIGINT NOT NULL DEFAULT 100000,
    "stopLossPercent" DOUBLE PRECISION NOT NULL DEFAULT 50,
    "takeProfitPercent" DOUBLE PRECISION NOT NULL DEFAULT 100,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "instruments" TEXT[],
    "paperTrade" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Strategy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "strategyId" UUID NOT NULL,
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "mode" "TradeMode" NOT NULL DEFAULT 'PAPER',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Candle" (
    "market" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "open" BIGINT NOT NULL,
    "high" BIGINT NOT NULL,
    "low" BIGINT NOT NULL,
    "close" BIGINT NOT NULL,
    "volume" BIGINT NOT NULL,

    CONSTRAINT "Candle_pkey" PRIMARY KEY ("market","symbol","time")
);

-- CreateTable
CREATE TABLE "Signal" (
    "id" UUID NOT NULL,
    "strategyId" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "candleTime" TIMESTAMPTZ(3) NOT NULL,
    "side" "SignalSide" NOT NULL,
    "pricePaise" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Signal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Denial" (
    "id" UUID NOT NULL,
    "signalId" UUID NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "numbers" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Denial_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Order" (
    "id" UUID NOT NULL,
    "clientOrderId" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "signalId" UUID,
    "tradeId" UUID NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "purpose" "OrderPurpose" NOT NULL,
    "exitReason" "ExitReason",
    "side" "OrderSide" NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'INTENT',
    "contract" JSONB NOT NULL,
    "quantity" INTEGER NOT NULL,
    "filledQuantity" INTEGER NOT NULL DEFAULT 0,
    "intendedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Fill" (
    "id" TEXT NOT NULL,
    "orderId" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "pricePaise" BIGINT NOT NULL,
    "chargesPaise" BIGINT NOT NULL,
    "filledAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Fill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Trade" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "strategyId" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "index" TEXT NOT NULL,
    "option" TEXT NOT NULL,
    "contract" JSONB NOT NULL,
    "signal" "SignalSide" NOT NULL,
    "lots" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "entryPricePaise" BIGINT NOT NULL,
    "targetPaise" BIGINT NOT NULL,
    "stopPaise" BIGINT NOT NULL,
    "exitPricePaise" BIGINT,
    "fundUsedPaise" BIGINT NOT NULL,
    "grossPaise" BIGINT,
    "chargesPaise" BIGINT NOT NULL,
    "netPaise" BIGINT,
    "status" "TradeStatus" NOT NULL DEFAULT 'RUNNING',
    "exitReason" "ExitReason",
    "windowEndsAt" TIMESTAMPTZ(3) NOT NULL,
    "entryTime" TIMESTAMPTZ(3) NOT NULL,
    "exitTime" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Trade_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EngineState" (
    "id" INTEGER NOT NULL,
    "market" TEXT NOT NULL,
    "clock" JSONB NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "heartbeatAt" TIMESTAMPTZ(3) NOT NULL,
    "lastTickAt" TIMESTAMPTZ(3),
    "feed" TEXT NOT NULL,

    CONSTRAINT "EngineState_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "RefreshToken_tokenHash_key" ON "RefreshToken"("tokenHash");

-- CreateIndex
CREATE INDEX "RefreshToken_familyId_idx" ON "RefreshToken"("familyId");

-- CreateIndex
CREATE INDEX "RefreshToken_userId_idx" ON "RefreshToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Strategy_slug_key" ON "Strategy"("slug");

-- CreateIndex
CREATE INDEX "Subscription_userId_idx" ON "Subscription"("userId");

-- CreateIndex
CREATE INDEX "Subscription_strategyId_idx" ON "Subscription"("strategyId");

-- CreateIndex
CREATE UNIQUE INDEX "Signal_strategyId_market_symbol_interval_candleTime_key" ON "Signal"("strategyId", "market", "symbol", "interval", "candleTime");

-- CreateIndex
CREATE INDEX "Denial_userId_createdAt_idx" ON "Denial"("userId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Denial_signalId_subscriptionId_key" ON "Denial"("signalId", "subscriptionId");

-- CreateIndex
CREATE UNIQUE INDEX "Order_clientOrderId_key" ON "Order"("clientOrderId");

-- CreateIndex
CREATE INDEX "Order_status_idx" ON "Order"("status");

-- CreateIndex
CREATE INDEX "Order_tradeId_idx" ON "Order"("tradeId");

-- CreateIndex
CREATE UNIQUE INDEX "Order_subscriptionId_signalId_key" ON "Order"("subscriptionId", "signalId");

-- CreateIndex
CREATE INDEX "Fill_orderId_idx" ON "Fill"("orderId");

-- CreateIndex
CREATE INDEX "Trade_userId_entryTime_idx" ON "Trade"("userId", "entryTime" DESC);

-- CreateIndex
CREATE INDEX "Trade_status_idx" ON "Trade"("status");

-- CreateIndex
CREATE INDEX "Trade_subscriptionId_entryTime_idx" ON "Trade"("subscriptionId", "entryTime");

-- CreateIndex
CREATE INDEX "Trade_strategyId_idx" ON "Trade"("strategyId");

-- AddForeignKey
ALTER TABLE "RefreshToken" ADD CONSTRAINT "RefreshToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_strategyId_fkey" FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Signal" ADD CONSTRAINT "Signal_strategyId_fkey" FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Denial" ADD CONSTRAINT "Denial_signalId_fkey" FOREIGN KEY ("signalId") REFERENCES "Signal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Denial" ADD CONSTRAINT "Denial_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_signalId_fkey" FOREIGN KEY ("signalId") REFERENCES "Signal"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Fill" ADD CONSTRAINT "Fill_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trade" ADD CONSTRAINT "Trade_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trade" ADD CONSTRAINT "Trade_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trade" ADD CONSTRAINT "Trade_strategyId_fkey" FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.

-- A user holds a strategy once; ended subscriptions stay.
CREATE UNIQUE INDEX "subscription_active_unique" ON "Subscription" ("userId", "strategyId") WHERE "endedAt" IS NULL;

-- At most one exit order of a trade can be alive or filled, whatever asks for it.
CREATE UNIQUE INDEX "order_one_exit_per_trade" ON "Order" ("tradeId") WHERE "purpose" = 'EXIT' AND "status" NOT IN ('CANCELLED', 'REJECTED', 'EXPIRED');

ALTER TABLE "Candle" ADD CONSTRAINT "candle_prices_ordered"
  CHECK ("low" > 0 AND "low" <= "open" AND "low" <= "close" AND "high" >= "open" AND "high" >= "close" AND "volume" >= 0);
ALTER TABLE "Order" ADD CONSTRAINT "order_fill_within_quantity" CHECK ("filledQuantity" BETWEEN 0 AND "quantity" AND "quantity" > 0);
ALTER TABLE "Order" ADD CONSTRAINT "order_tag_length" CHECK (length("clientOrderId") BETWEEN 1 AND 15);
ALTER TABLE "Fill" ADD CONSTRAINT "fill_positive" CHECK ("quantity" > 0 AND "pricePaise" > 0 AND "chargesPaise" >= 0);
ALTER TABLE "Trade" ADD CONSTRAINT "trade_closed_whole"
  CHECK (("status" = 'RUNNING') = ("exitTime" IS NULL) AND ("exitPricePaise" IS NULL) = ("netPaise" IS NULL) AND "quantity" > 0);
ALTER TABLE "EngineState" ADD CONSTRAINT "engine_state_single_row" CHECK ("id" = 1);
