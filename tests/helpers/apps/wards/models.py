"""Patients of a hospital's wards."""

from __future__ import annotations

from django.db import models
from helpers.apps.seed import WARDS


class Patient(models.Model):
    """Shown in Django's admin with a text field, a list, a date, a checkbox and a text area."""

    family = models.CharField("family name", max_length=60)
    given = models.CharField("given name", max_length=60)
    number = models.CharField(max_length=20, unique=True)
    ward = models.CharField(max_length=30, choices=[(ward, ward) for ward in WARDS])
    admitted = models.DateField("admitted on")
    insured = models.BooleanField(default=False)
    remarks = models.TextField(blank=True)

    class Meta:
        app_label = "wards"
        ordering = ("family", "given")

    def __str__(self) -> str:
        return f"{self.family}, {self.given}"
