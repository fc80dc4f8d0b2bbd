-- Devices that signed in before are strangers again; null: none is. A password that is reset sets it.
ALTER TABLE "User" ADD COLUMN "devicesFrom" TIMESTAMPTZ(3);
