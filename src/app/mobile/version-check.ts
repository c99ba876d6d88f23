const read = (version: string): [number, number] | null => {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? []
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)]
}

/** Whether a server is a release ahead of the app on this device. Repairs are none, and neither is what is no release's number. */
export function isNewer(server: string, own: string): boolean {
  const [theirs, ours] = [read(server), read(own)]
  if (theirs === null || ours === null) return false
  return theirs[0] > ours[0] || (theirs[0] === ours[0] && theirs[1] > ours[1])
}
