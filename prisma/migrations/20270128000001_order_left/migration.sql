-- Orders by hand that wait on although what they were to close is closed.
ALTER TYPE "LiveIncidentKind" ADD VALUE 'ORDER_LEFT';
