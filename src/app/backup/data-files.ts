import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The files of the data directory that are backed up: the operator's
 * policies, and the secrets, which are generated when they are first needed.
 */
const FOLDERS = { policies: /^[\w-]+(?:\.[a-z]{2})?\.md$/, secrets: /^[\w-]+(\.json)?$/ }

export interface DataFile {
  /** `policies/privacy.md`, `policies/privacy.de.md` */
  path: string
  bytes: Buffer
}

export async function readDataFiles(dataDir: string): Promise<DataFile[]> {
  const found: DataFile[] = []
  for (const [folder, ours] of Object.entries(FOLDERS)) {
    const names = await readdir(join(dataDir, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names.filter(each => ours.test(each)).sort())
      found.push({ path: `${folder}/${name}`, bytes: await readFile(join(dataDir, folder, name)) })
  }
  return found
}

/**
 * Writes a temporary file beside the target and renames it, so that an interrupted restore leaves no partial file.
 * @throws Error for a path that `readDataFiles` would not return
 */
export async function writeDataFile(dataDir: string, { path, bytes }: DataFile): Promise<void> {
  const [folder = '', name = '', ...more] = path.split('/')
  if (!Object.hasOwn(FOLDERS, folder) || !FOLDERS[folder as keyof typeof FOLDERS].test(name) || more.length > 0)
    throw new Error(`${path} is no file of a data directory.`)
  const file = join(dataDir, folder, name)
  await mkdir(dirname(file), { recursive: true, mode: folder === 'secrets' ? 0o700 : 0o755 })
  const part = `${file}.part`
  await writeFile(part, bytes, { mode: folder === 'secrets' ? 0o600 : 0o644, flush: true })
  await rename(part, file)
}
