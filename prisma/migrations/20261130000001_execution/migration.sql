-- An order whose outcome at the broker nobody knows, that waits for its trigger, or that was asked to change or to end. All of them may
-- still be filled: "isOpen" names the statuses that may not.
ALTER TYPE "OrderStatus" ADD VALUE 'UNKNOWN' AFTER 'SUBMITTED';
ALTER TYPE "OrderStatus" ADD VALUE 'TRIGGER_PENDING' AFTER 'UNKNOWN';
ALTER TYPE "OrderStatus" ADD VALUE 'MODIFY_PENDING' AFTER 'PARTIAL';
ALTER TYPE "OrderStatus" ADD VALUE 'CANCEL_PENDING' AFTER 'MODIFY_PENDING';
