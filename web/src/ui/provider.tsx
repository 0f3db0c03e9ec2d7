export { ConfigProvider } from 'antd'
