-- CreateEnum
CREATE TYPE "FillIncidentKind" AS ENUM ('ANNULLED', 'OTHER_PRICE');

-- CreateTable
CREATE TABLE "FillIncident" (
    "fillId" TEXT NOT NULL,
    "kind" "FillIncidentKind" NOT NULL,
    "orderId" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "pricePaise" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FillIncident_pkey" PRIMARY KEY ("fillId","kind")
);

-- CreateIndex
CREATE INDEX "FillIncident_orderId_idx" ON "FillIncident"("orderId");

-- AddForeignKey
ALTER TABLE "FillIncident" ADD CONSTRAINT "FillIncident_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;
