/** Details that identify nobody, whatever their value: stored in clear. Every other detail is sealed. */
const IMPERSONAL = [
  ...([
    'by',
    'changed',
    'channel',
    'channels',
    'ended',
    'endedSubscriptions',
    'file',
    'format',
    'isActive',
    'isPublic',
    'left',
    'lots',
    'newDevice',
    'role',
    'squareOff',
    'task',
    'version',
  ] as const),
]

export function isImpersonal(detail: string): boolean {
  return IMPERSONAL.some((name) => name === detail)
}
