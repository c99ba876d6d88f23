import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'

/** The storage did not take a file (mission §8 has its text). */
export class StorageError extends DdpError {
  /** the HTTP status of the storage's answer; 0: there was none */
  readonly status: number
  constructor({ status, statusText }: { status: number; statusText: string }) {
    const code = `${statusText} - ${status}`
    super(code, `Failed to upload file to cloud storage: ${code}`)
    this.status = status
  }
}

/** True if the storage may take the file later: it was not reached, or is busy. */
export const isStorageBusy = ({ status }: StorageError): boolean => status === 0 || status === 408 || status === 429 || status >= 500

/** What is said of a file that the storage did not take. */
export const storageErrorText = (error: StorageError): string => (isStorageBusy(error) ? m.uploads_not_sent() : m.uploads_refused())
