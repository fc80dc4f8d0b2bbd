ALTER TYPE "ExitReason" ADD VALUE 'DAILY_LOSS' BEFORE 'MARKET_CHANGED';

ALTER TABLE "User" ADD COLUMN "squareOffAtDailyLoss" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "user_squares_off" ON "User" ("id") WHERE "squareOffAtDailyLoss";

CREATE TABLE "DailyLossStop" (
    "userId" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "lossPaise" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "DailyLossStop_pkey" PRIMARY KEY ("userId", "market", "day"),
    CONSTRAINT "DailyLossStop_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
