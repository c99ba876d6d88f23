import { DdpError } from '../../../ddp/wire/error.ts'

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
