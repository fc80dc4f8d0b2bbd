import { walkBroker } from './brokerWalk.ts'

walkBroker('a phone')
