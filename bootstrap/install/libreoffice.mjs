import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

const folders = ['/usr/bin', '/usr/local/bin', '/opt/libreoffice/program', '/snap/bin']
const elsewhere = ['/Applications/LibreOffice.app/Contents/MacOS/soffice']

/** The LibreOffice of this machine, if any; the test that opens exported workbooks needs it. */
function findLibreOffice() {
  const { SOFFICE_PATH, PATH = '' } = process.env
  if (SOFFICE_PATH) return existsSync(SOFFICE_PATH) ? SOFFICE_PATH : undefined
  const candidates = [...PATH.split(':').filter(Boolean), ...folders].map((folder) => `${folder}/soffice`)
  return [...candidates, ...elsewhere].find((file) => existsSync(file))
}

/** An installed one, else a fresh installation of LibreOffice Calc. Throws when neither works. */
export async function findOrInstallLibreOffice() {
  const there = findLibreOffice()
  if (there) return there
  console.log("No LibreOffice here: installing its tables part with the system's package manager (about a minute)")
  const found = (await aptInstall('libreoffice-calc-nogui')) && findLibreOffice()
  if (found) return found
  throw new Error(
    'LibreOffice is not on this machine and could not be installed. Install it (Debian, Ubuntu: apt-get install ' +
      'libreoffice-calc-nogui) or set SOFFICE_PATH to its soffice, then try again.',
  )
}
