import { createInterface } from 'node:readline'
import { openDatabase } from '../../client.ts'
import type { LastingEvent } from '../../../schema/events/SakhaEvent.ts'
import { publish } from '../publish.ts'
import { Relay } from '../Relay.ts'

// A process that has a relay and publishes each event it is given a line of. For tests only.
const url = process.env['DATABASE_URL'] ?? ''
const db = openDatabase(url, 'test')
new Relay(url)
for await (const line of createInterface({ input: process.stdin })) await publish(db, JSON.parse(line) as LastingEvent)
