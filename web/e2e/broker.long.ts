import { walkBroker } from './brokerWalk.ts'

walkBroker('a desk')
