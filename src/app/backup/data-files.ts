import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Of the data directory: what the operator wrote, and the secrets, which were made when they were first needed. */
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

/** Written beside and then renamed, so that a restore which is cut off leaves no half file. @throws Error for what `readDataFiles` does not give */
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
