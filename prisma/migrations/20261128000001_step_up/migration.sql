-- AlterEnum
ALTER TYPE "SessionEnd" ADD VALUE 'TOO_MANY';
ALTER TYPE "DeliveryStatus" ADD VALUE 'SUSPENDED' BEFORE 'DEAD';

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "secondFactorAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "NotificationSettings" ADD COLUMN     "suspended" "NotificationChannel"[] DEFAULT ARRAY[]::"NotificationChannel"[];
