-- Past days of which the broker has been asked for all candles that it has: what is not stored of them, there is not.
CREATE TABLE "AskedDay" (
    "market" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "AskedDay_pkey" PRIMARY KEY ("market","symbol","day")
);

-- Versions of strategies that do not signal yet on an index, because there is too little history for what they compare.
CREATE TABLE "WarmingUp" (
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "symbol" TEXT NOT NULL,
    "sessions" INTEGER NOT NULL,
    "sessionsNeeded" INTEGER NOT NULL,
    "readyAt" TIMESTAMPTZ(3),

    CONSTRAINT "WarmingUp_pkey" PRIMARY KEY ("strategyId","version","symbol")
);

ALTER TABLE "WarmingUp" ADD CONSTRAINT "WarmingUp_strategyId_version_fkey"
  FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE CASCADE ON UPDATE CASCADE;
