const read = (version: string): [number, number] | null => {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? []
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)]
}

/**
 * True if the server's release is ahead of the app's in its major or minor version. False for a newer patch version, and if a version is
 * not a release number.
 */
export function isNewer(server: string, own: string): boolean {
  const [theirs, ours] = [read(server), read(own)]
  if (theirs === null || ours === null) return false
  return theirs[0] > ours[0] || (theirs[0] === ours[0] && theirs[1] > ours[1])
}
