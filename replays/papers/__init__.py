"""Make documents to print or send: reports, certificates, slips, CSV."""
