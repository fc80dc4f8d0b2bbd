/** The entry of watchLoop's thread: whatever holds the main thread does not hold this one. */
import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { SECOND } from './time.ts'
import { DEBUGGED, LOOKS, TURNS, type WatchedLoop } from './watchLoop.ts'

const STANDARD_ERROR = 2
const FATAL = 60

const { name, lookMs, shared } = workerData as WatchedLoop
const said = new Int32Array(shared)
let seen = -1
let still = 0

const looking = setInterval(() => {
  const turns = Atomics.load(said, TURNS)
  still = turns === seen && Atomics.load(said, DEBUGGED) === 0 ? still + 1 : 0
  seen = turns
  if (still < LOOKS) return
  clearInterval(looking)
  const msg = `the event loop has stood still for ${(LOOKS * lookMs) / SECOND} s: the process is ended, to be started again`
  const end = () => process.kill(process.pid, 'SIGKILL')
  // Where nobody reads the log, and nothing else can be written, it ends without a word.
  setTimeout(end, SECOND)
  write(STANDARD_ERROR, `${JSON.stringify({ level: FATAL, time: Date.now(), pid: process.pid, name, msg })}\n`, end)
}, lookMs)
