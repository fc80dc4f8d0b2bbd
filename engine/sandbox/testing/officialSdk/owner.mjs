// An owner at work in the broker's own SDK, with nothing changed but its address: a call of the SDK for each line on standard input, `{ id,
// call, input }`, is answered by a line `{ id, answer }`. Signs in by itself, also when its session has ended. A process of its own, in a
// folder of its own: the SDK writes error.log where it runs.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const require = createRequire(import.meta.url)
const [url, account] = [process.env.SANDBOX_URL, JSON.parse(process.env.SANDBOX_ACCOUNT)]

// The SDK looks for its public address on the internet and lets the failure fall through.
process.on('unhandledRejection', (reason) => {
  if (!String(reason).includes('find your IP')) throw reason
})

const { SmartAPI } = require('smartapi-javascript')
const api = new SmartAPI({ api_key: account.apiKey, root: url })
let signingIn = signIn()

for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line))
process.exit(0)

async function answer({ id, call, input }) {
  await signingIn
  let answer = await api[call](input).catch((error) => ({ status: false, message: String(error) }))
  if (answer?.errorCode?.startsWith('AG')) {
    signingIn = signIn()
    await signingIn
    answer = await api[call](input).catch((error) => ({ status: false, message: String(error) }))
  }
  process.stdout.write(`\n${JSON.stringify({ id, answer })}\n`)
}

/** A one-time code is used once, and the product signs in by them, too. */
async function signIn() {
  for (;;) {
    const code = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate()
    const { status } = await api.generateSession(account.clientCode, account.pin, code).catch(() => ({ status: false }))
    if (status) return
    await sleep(3_000)
  }
}
