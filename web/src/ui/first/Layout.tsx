export { Layout } from 'antd'
