-- An option that expires out of the money is settled at nothing: a fill may have the price zero.
ALTER TABLE "Fill" DROP CONSTRAINT "fill_positive";
ALTER TABLE "Fill" ADD CONSTRAINT "fill_not_negative" CHECK ("quantity" > 0 AND "pricePaise" >= 0 AND "chargesPaise" >= 0);
