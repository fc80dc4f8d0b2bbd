-- What only an account's owner can end: orders by hand that have lost what they were to close, and stops that do not rest for want of margin.
ALTER TYPE "LiveIncidentKind" ADD VALUE 'ORDER_LEFT';
ALTER TYPE "LiveIncidentKind" ADD VALUE 'STOP_WATCHED';
