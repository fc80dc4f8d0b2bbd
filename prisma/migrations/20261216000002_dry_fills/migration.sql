-- CreateTable
CREATE TABLE "DryFill" (
    "id" TEXT NOT NULL,
    "orderId" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "pricePaise" BIGINT NOT NULL,
    "filledAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DryFill_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DryFill_orderId_idx" ON "DryFill"("orderId");

-- AddForeignKey
ALTER TABLE "DryFill" ADD CONSTRAINT "DryFill_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;
