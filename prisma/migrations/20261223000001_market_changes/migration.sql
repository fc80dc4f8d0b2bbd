-- Who changed the market tables or daily India VIX, and what they were before.
CREATE TABLE "MarketChange" (
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by" TEXT NOT NULL,
    "changes" TEXT[],
    "before" JSONB NOT NULL,

    CONSTRAINT "MarketChange_pkey" PRIMARY KEY ("version")
);
