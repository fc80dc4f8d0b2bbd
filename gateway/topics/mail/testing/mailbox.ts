import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eventually } from '../../../testing/startTestGateway.ts'
import { decodeMail } from './decodeMail.ts'

/** The mails that a gateway without a mail server kept for somebody, oldest first, decoded. For tests only. */
export async function mailsTo(home: string, address: string): Promise<string[]> {
  const folder = path.join(home, 'mail')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return mails.map(decodeMail).filter((mail) => mail.includes(`To: ${address}`))
}

/** Waits for a mail with a subject and returns the token of its link. For tests only. */
export async function mailedToken(home: string, address: string, subject: string): Promise<string> {
  let token: string | undefined
  await eventually(async () => {
    const mail = (await mailsTo(home, address)).filter((one) => one.includes(`Subject: ${subject}`)).at(-1)
    token = /#token=([\w-]+)/.exec(mail ?? '')?.[1]
    return token
  }).toBeDefined()
  if (token === undefined) throw new Error('unreachable')
  return token
}
