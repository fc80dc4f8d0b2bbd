import { Relay } from '../Relay.ts'

// A relay as a process of its own, to be killed. For tests only.
new Relay(process.env['DATABASE_URL'] ?? '')
