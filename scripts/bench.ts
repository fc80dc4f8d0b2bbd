import { benchIndicators } from './bench/indicators.ts'

process.stdout.write(`${await benchIndicators()}\n`)
