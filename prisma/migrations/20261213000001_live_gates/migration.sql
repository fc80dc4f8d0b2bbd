-- What live trading waits for: the accepted risk text, limits the owner has chosen, and the confirmation of each subscription.
CREATE TABLE "RiskAcceptance" (
    "userId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RiskAcceptance_pkey" PRIMARY KEY ("userId","version"),
    CONSTRAINT "RiskAcceptance_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "User" ADD COLUMN "limitsChosenAt" TIMESTAMPTZ(3);

ALTER TABLE "Subscription" ADD COLUMN "confirmedAt" TIMESTAMPTZ(3), ADD COLUMN "confirmedVersion" INTEGER, ADD COLUMN "confirmedLots" INTEGER;
-- A confirmation is whole, and lives no longer than live trading.
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_confirmation" CHECK (
  CASE WHEN mode = 'LIVE' THEN num_nulls("confirmedAt", "confirmedVersion", "confirmedLots") IN (0, 3)
  ELSE num_nulls("confirmedAt", "confirmedVersion", "confirmedLots") = 3 END);

-- The day is lost on paper or live: neither counts for the other.
ALTER TABLE "DailyLossStop" ADD COLUMN "mode" "TradeMode" NOT NULL DEFAULT 'PAPER';
ALTER TABLE "DailyLossStop" ALTER COLUMN "mode" DROP DEFAULT;
ALTER TABLE "DailyLossStop" DROP CONSTRAINT "DailyLossStop_pkey", ADD CONSTRAINT "DailyLossStop_pkey" PRIMARY KEY ("userId", "market", "day", "mode");
