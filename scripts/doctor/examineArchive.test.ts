import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { judgeArchive, type ArchiveFacts } from './examineArchive.ts'

const WELL: ArchiveFacts = {
  archives: true,
  archivedAt: new Date('2026-11-23T09:00:00Z'),
  stuckAt: null,
  ageMs: 90 * SECOND,
  unarchivedBytes: 700_000,
}

describe('the age of the archive', () => {
  it('is told while it is five minutes at most', () => {
    expect(judgeArchive(WELL)).toEqual({ state: 'ok', text: 'the last segment of the write-ahead log left this disk 90 s ago' })
    expect(judgeArchive({ ...WELL, ageMs: 5 * MINUTE }).state).toBe('ok')
  })

  it('is worth a look above, with what would be lost', () => {
    expect(judgeArchive({ ...WELL, ageMs: 5 * MINUTE + 1 })).toEqual({
      state: 'warn',
      text: expect.stringMatching(
        /^the last segment of the write-ahead log left this disk 5 minutes ago, and 684 kB were written since: with the disk, more than 5 minutes would be lost\./,
      ) as string,
    })
    expect(judgeArchive({ ...WELL, ageMs: 6 * MINUTE, unarchivedBytes: null }).state).toBe('warn')
    expect(judgeArchive({ ...WELL, ageMs: 20 * MINUTE, archivedAt: null, unarchivedBytes: null })).toEqual({
      state: 'warn',
      text: expect.stringContaining('no segment of the write-ahead log has left this disk yet, 20 minutes after the start') as string,
    })
  })

  it('does not matter while nobody writes', () => {
    expect(judgeArchive({ ...WELL, ageMs: 600 * MINUTE, unarchivedBytes: 152 })).toEqual({
      state: 'ok',
      text: 'the last segment of the write-ahead log left this disk 600 minutes ago; nothing was written since',
    })
  })
})
