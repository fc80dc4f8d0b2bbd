import { SUPPLY_CHAIN_CHECKS } from './packages/supplyChainChecks.ts'
import { runChecks } from './runChecks.ts'

await runChecks(SUPPLY_CHAIN_CHECKS)
