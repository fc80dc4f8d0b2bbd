/** A version's release, by which tables and settings change: its first two numbers. The third one changes neither. */
type Release = readonly [major: number, minor: number]

function releaseOf(version: string): Release {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? []
  if (major === undefined || minor === undefined) throw new Error(`"${version}" is no version`)
  return [Number(major), Number(minor)]
}

/** Whether a version is of a later release than another. */
export function isNewerRelease(version: string, than: string): boolean {
  const [major, minor] = releaseOf(version)
  const [otherMajor, otherMinor] = releaseOf(than)
  return major > otherMajor || (major === otherMajor && minor > otherMinor)
}

/** Whether processes of two versions may work on one database: they are of one release, or of two that follow each other (1.0 follows the last 0.x). */
export function mayWorkTogether(one: string, other: string): boolean {
  const [older, newer] = isNewerRelease(one, other) ? [releaseOf(other), releaseOf(one)] : [releaseOf(one), releaseOf(other)]
  return newer[0] === older[0] ? newer[1] - older[1] <= 1 : newer[0] - older[0] === 1 && newer[1] === 0
}
