import { expect, test } from 'vitest'
import type { z } from 'zod'
import { nameField } from '../kit/credentialFields.ts'
import { newTokenInput } from '../topics/accessTokens/input.ts'
import { strategyInput } from '../topics/adminStrategies/input.ts'
import { actInput } from '../topics/adminUsers/input.ts'
import { announcementInput } from '../topics/announcements/input.ts'
import { emergencyStopInput } from '../topics/stops/input.ts'
import { cancelJobInput } from '../topics/system/input.ts'

/** Whatever is written to be read by others, by the field that takes it. */
const FIELDS: Readonly<Record<string, z.ZodType>> = {
  'the name of an account': nameField,
  'the name of a strategy': strategyInput.shape.name,
  'the description of a strategy': strategyInput.shape.description,
  'the type of a strategy': strategyInput.shape.type,
  'the category of a strategy': strategyInput.shape.category,
  'an announcement': announcementInput.shape.text,
  'the name of an access token': newTokenInput.shape.name,
  'the reason of an act on an account': actInput.shape.reason,
  'the reason of a stop': emergencyStopInput.shape.reason,
  'the reason for which a job is cancelled': cancelJobInput.shape.reason,
}
const HIDDEN = {
  turned: 'Asha\u202egnp',
  isolated: '\u2066Asha',
  unseen: '\u200b\u2060',
  beside: 'Asha\u200b Rao',
  marked: 'Asha\ufeff Rao',
  filler: '\u3164',
  piled: `A${'\u0336'.repeat(20)}`,
  escape: 'A\u001b[2J',
}

test.each(Object.entries(FIELDS))('%s is refused where it would hide, turn or pile, with what is wrong', (_what, field) => {
  for (const [how, text] of Object.entries(HIDDEN)) {
    const { success, error } = field.safeParse(text)
    expect([how, success]).toEqual([how, false])
    expect(error?.issues[0]?.message).toMatch(/ must (not )?contain |must not pile/)
  }
})

test.each(Object.entries(FIELDS))('%s is stored composed', (_what, field) => {
  expect(field.parse('  Zoe\u0308 आशा ')).toBe('Zo\u00eb आशा')
})
