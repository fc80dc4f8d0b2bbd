-- What closes a leg at the broker without being an order of ours yet.
CREATE TABLE "ExitAtBroker" (
    "clientOrderId" TEXT NOT NULL,
    "legId" UUID NOT NULL,
    "slice" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "reason" "ExitReason" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ExitAtBroker_pkey" PRIMARY KEY ("clientOrderId")
);

CREATE INDEX "ExitAtBroker_legId_idx" ON "ExitAtBroker"("legId");

ALTER TABLE "ExitAtBroker" ADD CONSTRAINT "ExitAtBroker_legId_fkey" FOREIGN KEY ("legId") REFERENCES "Leg"("id") ON DELETE CASCADE ON UPDATE CASCADE;
