export { QRCode } from 'antd'
