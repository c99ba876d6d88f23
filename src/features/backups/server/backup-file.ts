/** The names of the files that the site itself writes. Rotation deletes no other. */
const NAME = /^skillshot-\d{8}-\d{6}-[0-9a-f]{8}\.tar$/

/** @param now ms @param random at least four bytes, by which the files of two tries differ */
export function backupFileName(now: number, random: Buffer): string {
  const digits = new Date(now).toISOString().replace(/\D/g, '')
  return `skillshot-${digits.slice(0, 8)}-${digits.slice(8, 14)}-${random.toString('hex', 0, 4)}.tar`
}

export const isBackupFile = (name: string): boolean => NAME.test(name)
